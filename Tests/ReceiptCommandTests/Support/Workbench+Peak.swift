import Testing

extension Workbench {
  /// The peak of memory of a run in KiB, which only the parent of a process knows.
  func peak(_ arguments: [String], status: Int32) async throws -> Int {
    let measured = try await execute(
      Python.program("python"),
      [
        "-c",
        "import resource, subprocess, sys; p = subprocess.run(sys.argv[1:], capture_output=True); "
          + "print(p.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)",
        try Self.binary(),
      ] + arguments
    ).expect(status: 0)
    let numbers = measured.text.split { $0.isWhitespace }.compactMap { Int($0) }
    try #require(numbers.count == 2)
    #expect(numbers[0] == Int(status), "\(measured)")
    return numbers[1]
  }
}
