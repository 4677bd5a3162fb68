import Foundation

/// What a browser shows of a page. The page itself allows no script, so a page around it measures.
struct PageMeasure: Decodable {
  // As it opens:

  /// The widths of the frame and of its content.
  let width: Int
  let scrollWidth: Int
  /// For each landmark that is there, its distance from the top: `verdict`, `headline`, `action`,
  /// `timeline`, `details`, and the end of the card, `card`.
  let places: [String: Double]
  /// The number of parts that are open.
  let openParts: Int
  /// The background colour, which differs between light and dark.
  let background: String
  /// The colours of the verdict.
  let verdictInk: String
  let verdictTint: String

  // With all parts open:

  let openScrollWidth: Int
  let text: String
  /// The names of all elements, without duplicates.
  let elements: [String]
  /// The names of all attributes that would run code or load something.
  let activeAttributes: [String]
  /// Whether the page changed anything outside itself.
  let isTouched: Bool
  /// The number of visible shapes in drawings, and of all shapes.
  let visibleShapes: Int
  let shapes: Int
  /// The least contrast of a text, and of a mark, each with what has it.
  let textContrast: Contrast?
  let markContrast: Contrast?
  /// Words and numbers that are wrapped in the middle.
  let brokenWords: [String]
  /// Labels that stand upon each other in a drawing.
  let overlappingLabels: [String]
  let captions: [String]
  let tables: Int

  struct Contrast: Decodable {
    let ratio: Double
    let of: String
  }
}

extension PageMeasure {
  /// A page with each of the pages in a frame, which writes what it measures.
  static func wrapper(_ pages: [String], _ view: Chromium.View) -> String {
    let frames = pages.enumerated().map { index, page in
      let escaped =
        page.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(
          of: "\"", with: "&quot;")
      return """
        <iframe width="\(view.width)" height="800" style="border:0"
          onload="setTimeout(() => look(this, \(index)), 100)" srcdoc="\(escaped)"></iframe>
        """
    }
    return """
      <!DOCTYPE html><meta charset="utf-8"><body>
      <script>
      window.touched = false;
      \(contrast)\(words)
      const results = [];
      let missing = \(pages.count);
      function look(frame, index) {
        const page = frame.contentDocument;
        const root = page.documentElement;
        const all = [...page.querySelectorAll('*')];
        const first = {
          width: root.clientWidth, scrollWidth: root.scrollWidth, places: places(page),
          openParts: page.querySelectorAll('details[open]').length,
          background: getComputedStyle(page.body).backgroundColor,
          verdictInk: colour(page, 'color'), verdictTint: colour(page, 'backgroundColor'),
        };
        page.querySelectorAll('details').forEach(e => e.open = true);
        const shapes = [...page.querySelectorAll('.track rect, .track circle, .track line')];
        const isLink = e => (e.getAttribute('href') || '').startsWith('#');
        const active = all.flatMap(e => e.getAttributeNames().filter(name => name.startsWith('on')
          || ['src', 'xlink:href', 'action', 'srcdoc'].includes(name)
          || (name === 'href' && !isLink(e))));
        results[index] = {
          ...first, openScrollWidth: root.scrollWidth, text: page.body.innerText,
          elements: [...new Set(all.map(e => e.localName))],
          activeAttributes: active, isTouched: window.touched, shapes: shapes.length,
          visibleShapes: shapes.filter(e => e.getBoundingClientRect().width > 0).length,
          textContrast: least(texts(page)), markContrast: least(marks(page)),
          brokenWords: brokenWords(page), overlappingLabels: overlapping(page),
          captions: [...page.querySelectorAll('caption')].map(e => e.innerText),
          tables: page.querySelectorAll('table').length,
        };
        missing -= 1;
        if (missing > 0) return;
        const octets = new TextEncoder().encode(JSON.stringify(results));
        const pre = document.createElement('pre');
        pre.id = 'look';
        pre.textContent = btoa(Array.from(octets, o => String.fromCharCode(o)).join(''));
        document.body.append(pre);
      }
      function colour(page, name) {
        const verdict = page.querySelector('.verdict');
        return verdict ? getComputedStyle(verdict)[name] : '';
      }
      function places(page) {
        const names = { verdict: '.verdict', headline: '.card h1, .card h2', action: '.do',
          timeline: 'figure', details: 'details' };
        const result = {};
        for (const name in names) {
          const element = page.querySelector(names[name]);
          if (element) result[name] = element.getBoundingClientRect().top;
        }
        const card = page.querySelector('.card');
        if (card) result.card = card.getBoundingClientRect().bottom;
        return result;
      }
      </script>
      \(frames.joined(separator: "\n"))
      """
  }

  /// The contrasts of WCAG 2.2: of texts with their background, and of marks with their
  /// surroundings.
  private static let contrast = """
    function channels(text) {
      const parts = (text.match(/[\\d.]+/g) || []).map(Number);
      return text.startsWith('rgb') ? [...parts.slice(0, 3), parts[3] ?? 1] : [0, 0, 0, 0];
    }
    function luminance(colour) {
      const [r, g, b] = colour.map(c => c / 255)
        .map(c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    }
    function ratio(a, b) {
      const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
      return (high + 0.05) / (low + 0.05);
    }
    function behind(element) {
      for (let e = element; e; e = e.parentElement) {
        const colour = channels(getComputedStyle(e).backgroundColor);
        if (colour[3] === 1) return colour;
      }
      return [255, 255, 255, 1];
    }
    function least(all) {
      return all.sort((x, y) => x.ratio - y.ratio)[0] ?? null;
    }
    function textNodes(page) {
      const nodes = [];
      const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement;
        if (parent.localName === 'title' || !parent.checkVisibility()) continue;
        if (walker.currentNode.data.trim()) nodes.push(walker.currentNode);
      }
      return nodes;
    }
    function texts(page) {
      return textNodes(page).map(node => {
        const e = node.parentElement;
        const style = getComputedStyle(e);
        const colour = channels(e.closest('svg') ? style.fill : style.color);
        return { ratio: ratio(colour, behind(e)), of: e.outerHTML.slice(0, 120) };
      });
    }
    function marks(page) {
      const names = '.track rect, .track circle, .track line, .tick line:not(.grid), .mark line, '
        + '.key i, .icon';
      return [...page.querySelectorAll(names)].filter(e => e.checkVisibility()).map(e => {
        const style = getComputedStyle(e);
        const around = behind(e.parentElement);
        const colours = [style.fill, style.stroke, style.backgroundColor, style.borderTopColor,
          style.borderRightColor];
        const widths = [1, parseFloat(style.strokeWidth), 1, parseFloat(style.borderTopWidth),
          parseFloat(style.borderRightWidth)];
        const isDrawing = !!e.closest('svg');
        const used = colours.map(channels).filter((colour, index) =>
          colour[3] > 0 && widths[index] > 0 && (isDrawing ? index < 2 : index >= 2));
        return { ratio: Math.max(0, ...used.map(c => ratio(c, around))),
          of: e.outerHTML.slice(0, 120) };
      });
    }

    """

  private static let words = """
    function brokenWords(page) {
      const broken = [];
      for (const node of textNodes(page)) {
        if (node.parentElement.closest('svg')) continue;
        for (const word of node.data.matchAll(/\\d+(?:[,:-]\\d+)*|[A-Za-z]{2,}/g)) {
          const range = page.createRange();
          range.setStart(node, word.index);
          range.setEnd(node, word.index + word[0].length);
          const tops = new Set([...range.getClientRects()].map(r => Math.round(r.top)));
          if (tops.size > 1) broken.push(word[0]);
        }
      }
      return broken;
    }
    function overlapping(page) {
      const found = [];
      for (const drawing of page.querySelectorAll('figure svg')) {
        const labels = [...drawing.querySelectorAll('text')].filter(e => e.checkVisibility())
          .map(e => ({ text: e.firstChild.data, box: e.getBoundingClientRect() }));
        labels.forEach((a, i) => labels.slice(i + 1).forEach(b => {
          if (a.box.left < b.box.right && b.box.left < a.box.right
            && a.box.top + 2 < b.box.bottom && b.box.top + 2 < a.box.bottom) {
            found.push(a.text + ' and ' + b.text);
          }
        }));
      }
      return found;
    }

    """
}
