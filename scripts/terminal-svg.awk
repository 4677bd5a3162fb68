# Draws what a terminal shows: text with escape sequences for bold, faint and colours. Counts bytes, so that it
# needs LC_ALL=C.
#
# Usage: awk -v theme=light|dark -v columns=84 -f terminal-svg.awk

# The number of characters in UTF-8: all bytes but those that continue one.
function width(text) {
  gsub(/[\200-\277]/, "", text)
  return length(text)
}

function escaped(text) {
  gsub(/&/, "\\&amp;", text)
  gsub(/</, "\\&lt;", text)
  return text
}

# The class of a style (ECMA-48 §8.3.117).
function class(code) {
  if (code == "1") return "b"
  if (code == "2") return "f"
  if (code == "31") return "r"
  if (code == "32") return "g"
  if (code == "33") return "y"
  return ""
}

# Adds a piece of text in a style to the line.
function add(text, style) {
  if (text == "") return
  length_ += width(text)
  line = line (style == "" ? escaped(text) : "<tspan class=\"" style "\">" escaped(text) "</tspan>")
}

{
  line = ""
  length_ = 0
  style = ""
  rest = $0
  while (match(rest, /\033\[[0-9;]*m/)) {
    add(substr(rest, 1, RSTART - 1), style)
    style = class(substr(rest, RSTART + 2, RLENGTH - 3))
    rest = substr(rest, RSTART + RLENGTH)
  }
  add(rest, style)
  lines[NR] = line
  lengths[NR] = length_
}

END {
  cell = 8.4; height = 20; margin = 18
  split(theme == "dark" ? "#0d1117 #30363d #e6edf3 #9198a1 #3fb950 #ff7b72 #d29922" : \
    "#ffffff #d1d9e0 #1f2328 #59636e #1a7f37 #cf222e #9a6700", colour, " ")
  w = columns * cell + 2 * margin
  h = NR * height + 2 * margin - 4
  printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %g %g\" width=\"%g\" height=\"%g\">\n", w, h, w, h
  print "<style>"
  printf "text { font: 14px ui-monospace, SFMono-Regular, Menlo, \"DejaVu Sans Mono\", monospace; fill: %s; white-space: pre }\n", colour[3]
  printf ".b { font-weight: bold } .f { fill: %s } .g { fill: %s } .r { fill: %s } .y { fill: %s }\n", \
    colour[4], colour[5], colour[6], colour[7]
  print "</style>"
  printf "<rect x=\"0.5\" y=\"0.5\" width=\"%g\" height=\"%g\" rx=\"8\" fill=\"%s\" stroke=\"%s\"/>\n", \
    w - 1, h - 1, colour[1], colour[2]
  for (n = 1; n <= NR; n++) {
    # The length keeps columns below each other in every font.
    if (lengths[n]) printf "<text x=\"%g\" y=\"%g\" textLength=\"%g\" lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\">%s</text>\n", \
      margin, margin + n * height - 7, lengths[n] * cell, lines[n]
  }
  print "</svg>"
}
