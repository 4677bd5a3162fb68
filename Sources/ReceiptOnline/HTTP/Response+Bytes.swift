internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore

extension Response {
  init(
    _ bytes: some Collection<UInt8>, _ type: String, status: HTTPResponse.Status = .ok
  ) {
    self.init(
      status: status, headers: [.contentType: type],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: Array(bytes))))
  }
}
