internal import ReceiptOnline

@main
enum Main {
  static func main() async {
    await OnlineTool.runProcess()
  }
}
