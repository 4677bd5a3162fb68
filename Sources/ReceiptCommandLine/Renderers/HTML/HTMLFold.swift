/// A part of the page that is folded on a screen, and open on paper.
struct HTMLFold {
  /// The name for links. It stands inside, because browsers open what a link leads into.
  let name: String
  let title: String
  let content: Markup

  func markup(_ heading: HTMLHeading) -> Markup {
    """
    <details><summary>\(heading("\(title)"))</summary>
    <div class="inside" id="\(name)">
    \(content)</div></details>

    """
  }

  /// Links to several parts.
  static func links(to folds: [HTMLFold]) -> Markup {
    let links = folds.map { "<li><a href=\"#\($0.name)\">\($0.title)</a></li>\n" as Markup }
    return "<nav aria-label=\"Parts\"><ul>\n\(links)</ul></nav>\n"
  }
}

/// A heading of some level.
struct HTMLHeading {
  let level: Int

  var below: HTMLHeading { HTMLHeading(level: min(level + 1, 6)) }

  func callAsFunction(_ content: Markup) -> Markup { "<h\(level)>\(content)</h\(level)>" }
}
