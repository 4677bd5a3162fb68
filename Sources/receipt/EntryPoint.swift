internal import ReceiptCommandLine

@main
enum Main {
  static func main() {
    Tool.runProcess()
  }
}
