internal import ReceiptCore
internal import ReceiptInsight

/// One run of `receipt dump`. The defaults are those of the command without an option.
struct DumpRun {
  var file: String
  var format = DumpFormat.text
  /// Shows the bytes of every node.
  var showsHex = false
  /// Shortens no value.
  var showsAll = false
  var settings: RunSettings

  func run() throws -> ExitStatus {
    try settings.write(reading: [file]) { output, messages in dump(to: output, messages: messages) }
  }

  private func dump(to output: Output, messages: Messages) -> ExitStatus {
    // A folder is no file, but an app, or the container of one's data, holds a receipt.
    let list = InputList([file], on: settings.host)
    let source = Source(name: list.inputs.first?.name ?? file)
    var renderer = makeRenderer(output)
    guard list.isSingle, let input = list.inputs.first else {
      let error = ReceiptError(
        .notAFile, "this is a folder, where one file was expected", hint: "name a file in it")
      messages.report(error, in: Source(name: file))
      renderer.fail(error, in: Source(name: file))
      return .unreadable
    }
    var status = ExitStatus.fine
    do throws(ReceiptError) {
      let bytes = try input.read(limit: settings.limits.maximumInputSize)
      let inputs = try StructureInput.all(
        in: bytes, inside: input.outerLayer, limits: settings.limits)
      renderer.open(count: inputs.count)
      for input in inputs {
        var own = source
        own.part = input.part
        if input.isUnreadable { status = .unreadable }
        if let error = input.error {
          // In order on a terminal that shows both streams.
          output.flush()
          messages.report(error, in: own)
        }
        renderer.begin(own, input)
        var dump = StructureDump(input)
        // The reader may have gone.
        while output.failure == 0, let event = dump.next() {
          if case .node(let node) = event, node.anomalies.contains(where: \.isFault) {
            status = .unreadable
          }
          renderer.render(event)
        }
        renderer.end(input)
      }
      renderer.close()
    } catch {
      messages.report(error, in: source)
      renderer.fail(error, in: source)
      status = .unreadable
    }
    return status
  }

  private func makeRenderer(_ output: Output) -> any DumpRenderer {
    switch format {
    case .text:
      DumpTextRenderer(
        output, width: settings.host.width, style: settings.outputStyle, showsAll: showsAll,
        showsHex: showsHex)
    case .json: DumpJSONRenderer(output, isLines: false, showsHex: showsHex)
    case .ndjson: DumpJSONRenderer(output, isLines: true, showsHex: showsHex)
    }
  }
}

enum DumpFormat: String, CaseIterable {
  case text, json, ndjson
}
