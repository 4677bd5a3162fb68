import ReceiptCore

@main
struct Receipt {
  static func main() {
    print(OpenSSL.runtimeVersion)
  }
}
