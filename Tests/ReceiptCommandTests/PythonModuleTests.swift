import Testing

/// The module of the Python package. `scripts/test-wheel.sh` tries it as a wheel, `make test-spark` on a cluster.
@Suite(.enabled(if: Python.isThere, Python.absence)) struct PythonModuleTests {
  @Test("Every kind of table gets its rows, and no process stays behind")
  func module() async throws {
    let result = try await Workbench().python("try_module.py", [Workbench.binary()])
    result.expect(status: 0)
  }
}
