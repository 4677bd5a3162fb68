import Foundation
import Testing

/// The program opens no connection and starts no program: its sources, and those of the packages in it, call no function
/// that does.
@Suite struct ClosedProgramTests {
  private static let forbidden: Set<String> = [
    "socket", "socketpair", "connect", "bind", "listen", "accept", "send", "sendto", "sendmsg",
    "recv", "recvfrom", "recvmsg", "getaddrinfo", "gethostbyname", "res_query", "fork", "vfork",
    "execl", "execle", "execlp", "execv", "execve", "execvp", "posix_spawn", "posix_spawnp",
    "system", "popen", "dlopen", "dlsym",
  ]

  @Test(
    "No function is called that connects, or that starts or loads a program",
    .enabled(if: Shell.nm.isThere))
  func symbols() async throws {
    let bench = try Workbench()
    // The objects that are linked. The program is stripped and static, so it has no names to look at.
    let objects = try Workbench.besideTests("receipt.product/Objects.LinkFileList")
    let result = try await bench.execute(Shell.nm.program, ["-u", "@\(objects)"])
      .expect(status: 0)
    // `U read`, or `_read` on macOS.
    let names = result.lines.compactMap { line in
      line.split(separator: " ").last
        .map { $0.hasPrefix("_") ? String($0.dropFirst()) : String($0) }
    }
    // The names that it should read are there.
    #expect(names.contains("read") && names.contains("rename"), "\(result)")
    #expect(Self.forbidden.intersection(names) == [])
    #expect(names.filter { $0.hasPrefix("BIO_") || $0.hasPrefix("SSL_") } == [])
  }
}
