import Foundation
import Testing

/// `examples/warehouse`: each pipeline, with the real programs.
@Suite struct WarehouseTests {
  /// A folder with the scripts, and the tool under its name.
  private func bench() async throws -> Workbench {
    let bench = try Workbench()
    try FileManager.default.copyItem(
      atPath: Python.file("examples/warehouse"), toPath: bench.place("warehouse"))
    try await bench.shell(#"mkdir bin && ln -s "$RECEIPT" bin/receipt"#).expect(status: 0)
    return bench
  }

  private static let path = #"PATH="$PWD/bin:$PATH"; export PATH; set -eu; "#

  private static func lines() throws -> [String] {
    [
      #"{"user_id":1,"receipt":"\#(try TestReceipts.line())"}"#, #"{"user_id":2,"receipt":"junk"}"#,
      #"{"user_id":3,"payload":{"after":{"receipt":"none"}}}"#,
    ]
  }

  // MARK: PostgreSQL

  /// Starts a PostgreSQL of its own, which no superuser may run, and stops it at the end.
  private static let cluster = #"""
    programs=$(ls -d /usr/lib/postgresql/*/bin | tail -n 1)
    folder=$(mktemp -d)
    if [ "$(id -u)" -eq 0 ]; then
      chown postgres "$folder"; as="runuser -u postgres --"
    else
      as=
    fi
    trap '$as "$programs/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null; rm -rf "$folder"' EXIT
    (cd /; $as "$programs/initdb" -D "$folder/data" -A trust -U tester --no-sync >"$folder.log")
    (cd /; $as "$programs/pg_ctl" -D "$folder/data" -w -l "$folder/log" \
      -o "-k $folder -c listen_addresses= -c fsync=off" start >"$folder.log")
    rm "$folder.log"
    export PGHOST="$folder" PGUSER=tester PGDATABASE=postgres

    """#

  @Test(
    "PostgreSQL: rows come out and go in by their key, again and again",
    .enabled(if: Shell.psql.isThere, Shell.psql.absence))
  func postgresql() async throws {
    let bench = try await bench()
    let receipt = try TestReceipts.line()
    try bench.write(
      "customers.sql",
      Array(
        """
        CREATE TABLE customers (user_id bigint PRIMARY KEY, seen_at timestamptz, receipt text);
        INSERT INTO customers VALUES (1, '2018-11-29 08:45:00+00', '\(receipt)'),
          (2, '2018-11-30 00:00:00+00', '\(receipt)'), (3, now(), 'bm8gcmVjZWlwdA=='), (4, now(), '');
        """.utf8))
    let question =
      "SELECT user_id, line, product_id, access, verdict, reason, judged_at AT TIME ZONE 'UTC' FROM receipt_rows "
      + "ORDER BY user_id"
    let result = try await bench.shell(
      Self.path + Self.cluster + #"""
        psql -q -v ON_ERROR_STOP=1 -f customers.sql
        ask() { psql -At -c "\#(question)" | sed 's/^\([34].*|\)[^|]*$/\1/'; }
        sh warehouse/postgresql.sh 2>/dev/null; ask; echo
        sh warehouse/postgresql.sh 2>/dev/null; ask; echo
        psql -q -c "ALTER TABLE customers ALTER receipt TYPE bytea USING decode(receipt, 'base64')"
        sh warehouse/postgresql.sh 2>/dev/null; ask
        """#)
    result.expect(status: 0)
    let answers = result.text.split(separator: "\n\n").map { $0.split(separator: "\n") }
    #expect(answers.count == 3)
    for answer in answers {
      #expect(
        answer.prefix(2) == [
          "1|2|vip|active|pass||2018-11-29 08:45:00", "2|3|vip|unknown|pass||2018-11-30 00:00:00",
        ], "\(result)")
      #expect(answer.dropFirst(2).map { String($0.prefix(9)) } == ["3|4|||err", "4|5|||err"])
    }
  }

  // MARK: DuckDB and Parquet

  @Test("DuckDB and Parquet have each row", .enabled(if: Python.isThere, Python.absence))
  func duckdb() async throws {
    let bench = try await bench()
    let python = try Python.program("python")
    try bench.write(
      "bin/duckdb",
      Array(
        """
        #!\(python)
        import sys, duckdb
        duckdb.connect(sys.argv[1]).execute(sys.stdin.read())
        """.utf8))
    try bench.write("in.ndjson", Array(try Self.lines().joined(separator: "\n").utf8))
    try bench.write(
      "ask.py",
      Array(
        """
        import duckdb
        for question in (
            "SELECT user_id, line, product_id, verdict, epoch_ms(until) FROM 'rows.parquet' ORDER BY line",
            "SELECT column_type FROM (DESCRIBE SELECT line, until, judged_at, notes FROM 'rows.parquet')",
        ):
            print(duckdb.sql(question).fetchall())

        """.utf8))
    let result = try await bench.shell(
      Self.path
        + #"chmod +x bin/duckdb; sh warehouse/duckdb.sh in.ndjson 2>/dev/null; "\#(python)" ask.py"#
    )
    result.expect(status: 0)
    let types = ["BIGINT", "TIMESTAMP WITH TIME ZONE", "TIMESTAMP WITH TIME ZONE", "VARCHAR"]
    #expect(
      result.lines == [
        "[(1, 1, 'vip', 'pass', 1543483766000), (2, 2, None, 'error', None), (3, 3, None, 'error', None)]",
        "[" + types.map { "('\($0)',)" }.joined(separator: ", ") + "]",
      ])
  }

  // MARK: Streams

  /// Waits until a file has so many lines.
  private static let wait =
    #"await() { for _ in $(seq 300); do test "$(grep -c . "$1")" -ge "$2" && return; sleep 0.1; done; exit 9; }; "#

  @Test("A log is followed, also into its successor")
  func tail() async throws {
    let bench = try await bench()
    let lines = try Self.lines()
    try bench.write("one", Array((lines[0] + "\n").utf8))
    try bench.write("two", Array((lines[1] + "\n").utf8))
    let result = try await bench.shell(
      Self.path + Self.wait + #"""
        : > log; sh warehouse/tail.sh log > rows 2>/dev/null & pid=$!
        cat one >> log; await rows 1
        cat two >> log; await rows 2
        mv log log.1; cat one > log; await rows 3
        pkill -P $pid || true; kill $pid 2>/dev/null || true; cat rows
        """#)
    result.expect(status: 0)
    let rows = try result.lines.map { try JSON(Array($0.utf8)) }
    #expect(rows.map { $0["user_id"]?.number } == ["1", "2", "1"])
    #expect(rows.map { $0["verdict"]?.string } == ["pass", "error", "pass"])
    #expect(rows.map { $0["line"]?.number } == ["1", "2", "3"])
  }

  @Test(
    "Kafka: a topic becomes another", .enabled(if: Shell.kcat.isThere, Shell.kcat.absence))
  func kafka() async throws {
    let bench = try await bench()
    try bench.write("messages", Array((try Self.lines().joined(separator: "\n") + "\n").utf8))
    // kcat brings a broker for tests along, which lives as long as the process that began it.
    let result = try await bench.shell(
      Self.path + Self.wait + #"""
        mkfifo open; sleep 60 > open & sleeper=$!
        kcat -b none -X test.mock.num.brokers=1 -d mock -P -t other < open 2> broker & mock=$!
        await broker 1
        broker=$(sed -n 's/.*bootstrap.servers=\([0-9.:]*\).*/\1/p' broker | head -n 1)
        kcat -P -b "$broker" -t receipts -l messages
        sh warehouse/kafka.sh "$broker" -o beginning -e 2>/dev/null
        kcat -C -q -b "$broker" -t receipt-rows -o beginning -e
        kill $sleeper $mock
        """#)
    result.expect(status: 0)
    // Kafka keeps the order of a partition alone.
    let rows = try result.lines.map { try JSON(Array($0.utf8)) }
      .sorted { $0["user_id"]?.number ?? "" < $1["user_id"]?.number ?? "" }
    #expect(rows.map { $0["user_id"]?.number } == ["1", "2", "3"])
    #expect(rows.map { $0["reason"]?.string } == [nil, "not-a-receipt", "missing-field"])
  }
}
