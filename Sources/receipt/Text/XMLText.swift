/// Makes text safe in XML, as the content of an element or in an attribute between quotation marks.
///
/// XML 1.0 forbids most control characters even as references (§2.2), so they are shown as they are on a
/// terminal, and so is what could turn the direction of the text around it.
func escapedForXML(_ text: String) -> String {
  escaped(text) { result, scalar in
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    // Only `]]>` forbids it (§2.4), but nobody who reads has to count brackets.
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&apos;"
    // No characters of XML 1.0, though they are of Unicode.
    case "\u{FFFE}", "\u{FFFF}": result += visible(scalar)
    default: result.unicodeScalars.append(scalar)
    }
  }
}
