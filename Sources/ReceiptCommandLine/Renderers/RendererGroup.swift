/// Several renderers that are told the same.
struct RendererGroup: CheckRenderer {
  var renderers: [any CheckRenderer]

  mutating func begin() { for index in renderers.indices { renderers[index].begin() } }

  mutating func render(_ report: CheckReport) {
    for index in renderers.indices { renderers[index].render(report) }
  }

  mutating func end() { for index in renderers.indices { renderers[index].end() } }
}
