/// Texts that would do harm where they are printed raw.
enum HostileTexts {
  static let all = logCommands + terminal + invisible + formulas + markup + parsers

  /// Of GitHub Actions, Azure Pipelines, TeamCity, GitLab and Buildkite.
  static let logCommands = [
    "::set-output name=a::b", "  ::error::x", "\t::debug::x", "a ::add-mask::x", "a\n::group::x",
    "a\r\n::stop-commands::x", "::error file=a,line=1::x", "::ERROR::x", "\u{A0}::error::x",
    "line\u{2028}::error::x", "a\u{85}::error::x", "a\u{B}::error::x", "a\u{C}::warning::x",
    "##[error]x", "a##[section]", "###[x", "##[command]rm", "##vso[task.setvariable variable=a]b",
    "##VSO[x]", "x##vso[a.b]", "##vso[task.complete result=Failed;]x",
    "##teamcity[message text='x']", "x##teamcity[message text='x']", "x ##teamcity[x]",
    "##teamcity[testFailed name='a']", "section_start:1:a\r\u{1B}[0Kx",
    "section_end:1:a\r\u{1B}[0K", "--- x", "+++ x", "~~~ x", "^^^ +++", "a --- b", "a\n--- x",
    "---\u{A0}x", "a\n+++ b",
  ]

  /// They move the cursor, change colours or titles, or end the text.
  private static let terminal = [
    "esc\u{1B}[2J", "\u{1B}]0;title\u{7}", "\u{1B}]8;;http://evil\u{1B}\\x", "\u{1B}[31mred",
    "\u{1B}Pq#0\u{1B}\\", "\u{1B}[6n", "\u{9B}31m", "c1\u{9D}0;x\u{9C}", "bell\u{7}",
    "back\u{8}\u{8}\u{8}space", "del\u{7F}", "cr\rover", "tab\there", "two\nlines",
    "two\r\nlines", "nel\u{85}next", "vt\u{B}ff\u{C}", "nul\u{0}byte", "sub\u{1A}x", "so\u{E}x",
  ]

  /// They turn the order of letters, or are not seen.
  private static let invisible = [
    "rtl\u{202E}gpj.exe", "lro\u{202D}x\u{202C}", "isolate\u{2066}x\u{2069}", "rlm\u{200F}x",
    "alm\u{61C}x", "zero\u{200B}width", "joiner\u{2060}x", "soft\u{AD}hyphen", "bom\u{FEFF}x",
    "line\u{2028}separator", "paragraph\u{2029}x", "tag\u{E0041}x", "\u{115F}filler",
    "variation\u{FE0F}x",
  ]

  /// Spreadsheets compute them, in some locale or behind blanks.
  private static let formulas = [
    "=1+1", "+1+1", "-2+3", "@SUM(A1)", " =1", "\t=1", "\r=1", "\n=1", "=cmd|'/c calc'!A1",
    "x;=1+1;y", "a;@SUM(A1)", "\u{FF1D}1+1", "\u{FF0B}1", "\u{FF20}SUM(A1)", "\"=1", "\u{A0}=1",
  ]

  /// Of HTML and XML, Markdown, reStructuredText and templates.
  private static let markup = [
    "<script>alert(1)</script>", "]]><script>", "<img src=x onerror=alert(1)>",
    "\"><svg onload=alert(1)>", "' onmouseover='x", "<!-- x", "</title><b>", "&lt;b&gt;", "&#60;",
    "<a href=javascript:alert(1)>", "<![CDATA[x]]>", "<!ENTITY x SYSTEM 'file:///etc/passwd'>",
    "[x](http://evil)", "![x](http://evil)", "**b** `c`", "# heading", "| a | b |", ":ref:`x`",
    ".. include:: /etc/passwd", "`x <http://evil>`_", "{{7*7}}", "${jndi:x}", "%0A::error::x",
  ]

  /// They end what quotes them, or begin something else.
  private static let parsers = [
    "x\"y,z", "quote\"comma,apostrophe'", "back\\slash\\u{1B}", "# TODO x", "ok 1 # SKIP", "1..0",
    "not ok 1", "Bail out!", "日本語の商品",
  ]
}
