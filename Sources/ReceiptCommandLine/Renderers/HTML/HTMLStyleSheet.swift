/// The style of the page: light and dark, small screens, paper, and without colour.
package enum HTMLStyleSheet {
  static let markup: Markup = "<style>\n\(rules)</style>\n"

  package static let rules: Markup = "\(colors)\(page)\(card)\(timeline)\(tables)\(small)\(paper)"

  /// Text has a contrast of at least 4.5:1, and marks of 3:1 (WCAG 2.2, 1.4.3 and 1.4.11).
  private static let colors: Markup = """
    :root { color-scheme: light dark;
      --back: #f5f5f3; --card: #fff; --text: #1c1e21; --faint: #5a6068; --line: #dddfe2;
      --link: #1a56a8; --good: #12652f; --bad: #a8201a; --warn: #7a4a00;
      --paid: #1f8048; --trial: #a9dbbf; --replaced: #8f6500; --refund: #b3261e; }
    .genuine { --ink: #0f5c2a; --tint: #dff2e5; }
    .test { --ink: #1c4b8c; --tint: #e1ecfa; }
    .foreign { --ink: #981b16; --tint: #fce4e2; }
    .incomplete { --ink: #6e4300; --tint: #fbeed3; }
    .unsigned { --ink: #494f57; --tint: #e9ebee; }
    .warning { --ink: #8a3300; --tint: #fde6d8; }
    .claimed { --paid: #767c84; --trial: #d7dade; --replaced: #767c84; --refund: #767c84; }
    @media screen and (prefers-color-scheme: dark) {
      :root { --back: #131517; --card: #1c1f23; --text: #e8e9ea; --faint: #a3a9b1; --line: #373c43;
        --link: #8ab8f5; --good: #6fd49a; --bad: #ff9189; --warn: #f0c060;
        --paid: #45b97b; --trial: #24573c; --replaced: #d0a437; --refund: #ff8a80; }
      .genuine { --ink: #86e0aa; --tint: #17382a; }
      .test { --ink: #9cc5fb; --tint: #1a2f4d; }
      .foreign { --ink: #ffaaa3; --tint: #4a1d1b; }
      .incomplete { --ink: #f5ca76; --tint: #41300f; }
      .unsigned { --ink: #c9ced5; --tint: #2d3238; }
      .warning { --ink: #ffb488; --tint: #472612; }
      .claimed { --paid: #8d949c; --trial: #41474e; --replaced: #8d949c; --refund: #8d949c; } }

    """

  private static let page: Markup = """
    * { box-sizing: border-box; }
    body { margin: 0; padding: 1.5rem 1rem 3rem; background: var(--back); color: var(--text);
      font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
    main { max-width: 60rem; margin: 0 auto; }
    article + article { margin-top: 3.5rem; }
    h1, h2, h3, h4 { margin: 0; line-height: 1.3; overflow-wrap: break-word; }
    h1, .card h2 { font-size: 1.5rem; }
    h2, article h3 { font-size: 1.05rem; }
    .inside h3, .inside h4 { margin: 1.1rem 0 .25rem; font-size: 1rem; }
    section { margin: 1.75rem 0; }
    .reply { margin: 0; padding: .8rem 1rem; border: 1px solid var(--line); border-radius: 8px;
      user-select: all; }
    p { margin: .25rem 0; }
    p, li, dd, td, th, caption { overflow-wrap: break-word; }
    ul, ol { margin: .25rem 0; padding-left: 1.2rem; }
    li { margin: .25rem 0; }
    a { color: var(--link); }
    .word { display: inline-block; max-width: 100%; } a .word { display: inline; }
    .whole { white-space: nowrap; }
    .faint, .evidence, .origin, footer, figcaption { color: var(--faint); font-size: .85rem; }
    .code { font-family: ui-monospace, monospace; }
    .good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); }
    .icon { flex: none; width: 1.5em; height: 1.5em; fill: none; stroke: currentColor;
      stroke-width: 2.2; stroke-linecap: round; stroke-linejoin: round; }
    nav { margin: .9rem 0 0; font-size: .9rem; }
    nav ul { display: flex; flex-wrap: wrap; gap: .1rem 1.1rem; margin: 0; padding: 0;
      list-style: none; }
    nav ol { margin: 1rem 0 2rem; padding: 0; list-style: none; }
    nav ol li { display: grid; grid-template-columns: 14rem 1fr; align-items: center;
      gap: .1rem .8rem; padding: .45rem 0; border-top: 1px solid var(--line); }
    nav ol .faint { grid-column: 2; }
    .badge { display: inline-flex; align-items: center; justify-self: start; gap: .35rem;
      padding: .1rem .6rem .1rem .4rem; border-radius: 1rem;
      background: var(--tint); color: var(--ink); }
    details { border-top: 1px solid var(--line); }
    details:last-of-type { border-bottom: 1px solid var(--line); }
    summary { padding: .65rem .2rem; cursor: pointer; }
    summary > * { display: inline; }
    summary:focus-visible, a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
    .inside { padding: 0 .2rem 1.25rem; }
    .inside > :first-child { margin-top: 0; }
    footer { margin-top: 2.5rem; }

    """

  private static let card: Markup = """
    .card { overflow: hidden; background: var(--card); border: 1px solid var(--line);
      border-radius: 12px; }
    .card > * { padding: 0 1.25rem; }
    .card .verdict { display: flex; align-items: center; gap: .6rem; margin: 0;
      padding: .7rem 1.25rem; background: var(--tint); color: var(--ink); font-size: 1.25rem; }
    .card h1, .card h2 { margin: 1rem 0 .5rem; }
    dl { margin: 0; }
    dl div { display: grid; grid-template-columns: 6rem 1fr; padding: .35rem 0; }
    dt { color: var(--faint); }
    dd { margin: 0; min-width: 0; }
    .do { margin: .35rem 0 0; border-top: 1px solid var(--line); }
    .do dt, .do dd { padding-top: .35rem; }
    .do dt { color: var(--text); font-weight: 700; }
    .do dd { font-weight: 600; }
    .card .origin { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: .5rem 0 0;
      padding: .55rem 1.25rem; border-top: 1px solid var(--line); }
    .origin span { min-width: 0; }

    """

  private static let timeline: Markup = """
    figure { margin: .6rem 0 0; }
    figure svg { display: block; overflow: hidden; }
    .narrow { display: none; }
    svg text { font-size: 12px; fill: var(--text); }
    .tick line { stroke: var(--faint); } .tick .grid { stroke: var(--line); }
    .tick text { fill: var(--faint); }
    svg .name { font-family: ui-monospace, monospace; }
    svg .name, .mark text { paint-order: stroke; stroke: var(--back); stroke-width: 4px;
      stroke-linejoin: round; }
    .mark line { stroke: var(--text); stroke-dasharray: 2 3; } .mark text { fill: var(--faint); }
    rect.paid { fill: var(--paid); } rect.intro, rect.offer { stroke: var(--paid); }
    rect.trial { fill: var(--trial); stroke: var(--paid); }
    .ground { fill: var(--trial); } .dot { fill: var(--paid); }
    rect.grace { fill: none; stroke: var(--replaced); stroke-dasharray: 4 2; stroke-width: 2; }
    rect.refunded { stroke: var(--refund); } .hatch { fill: var(--refund); }
    rect.replaced { fill: none; stroke: var(--replaced); stroke-width: 2; }
    line.gap { stroke: var(--faint); stroke-width: 2; stroke-dasharray: 1 5;
      stroke-linecap: round; }
    circle.bought { fill: var(--paid); }
    circle.taken-back { fill: var(--card); stroke: var(--refund); stroke-width: 2.5; }
    figcaption { margin-top: .25rem; }
    .key { display: inline-block; margin-right: .9rem; white-space: nowrap; }
    .key i { display: inline-block; width: 1.1rem; height: .7rem; margin-right: .35rem; }
    .key .paid { background: var(--paid); } .key .intro { border: 1px solid var(--paid);
      background: radial-gradient(var(--paid) 1.2px, var(--trial) 1.4px) 0 0 / 4px 4px; }
    .key .trial { background: var(--trial); border: 1px solid var(--paid); }
    .key .offer { border: 1px solid var(--paid);
      background: repeating-linear-gradient(90deg, var(--paid) 0 2px, var(--trial) 2px 6px); }
    .key .endless { border-right: 4px solid var(--paid); }
    .key .grace { width: 1.5rem; border: 2px dashed var(--replaced); }
    .key .refunded { border: 1px solid var(--refund);
      background: repeating-linear-gradient(45deg, var(--refund) 0 2px, transparent 2px 6px); }
    .key .replaced { border: 2px solid var(--replaced); }
    .key .gap { height: 0; vertical-align: middle; border-top: 2px dotted var(--faint); }
    .key .bought, .key .taken-back { width: .7rem; border-radius: 50%; background: var(--paid); }
    .key .taken-back { background: none; border: 2px solid var(--refund); }

    """

  private static let tables: Markup = """
    table { width: 100%; margin: .9rem 0; border-collapse: collapse; font-size: .9rem; }
    caption { padding: 0 0 .3rem; text-align: left; font-weight: 600; }
    th, td { padding: .3rem .8rem .3rem 0; text-align: left; vertical-align: top;
      border-top: 1px solid var(--line); }
    thead th { color: var(--faint); font-weight: 600; }
    tbody th { font-weight: 400; }
    .fields tbody th { width: 13rem; color: var(--faint); }
    .times td:last-child { width: 100%; }
    .times td:not(:last-child) { white-space: nowrap; }
    .facts { display: flex; flex-wrap: wrap; gap: .5rem; padding: 0; list-style: none; }
    .facts li { margin: 0; padding: .15rem .7rem; border: 1px solid var(--line);
      border-radius: 1rem; background: var(--card); font-size: .9rem; }

    """

  private static let small: Markup = """
    @media screen and (max-width: 45em) {
      body { padding: 1rem .8rem 2rem; } .wide { display: none; } .narrow { display: inline; }
      .whole { display: inline-block; max-width: 100%; white-space: normal; }
      h1, .card h2 { font-size: 1.3rem; }
      .card > *, .card .verdict, .card .origin { padding-left: 1rem; padding-right: 1rem; }
      dl div, nav ol li, nav ol .faint { display: block; }
      nav ol a { display: block; } dl dt { font-size: .85rem; }
      .do dd { padding-top: 0; }
      table, caption, tbody, tr, th, td { display: block; } thead { display: none; }
      tr { padding: .4rem 0; border-top: 1px solid var(--line); }
      th, td { padding: 0; border: 0; } .fields tbody th { width: auto; }
      .purchases tbody th { font-weight: 600; }
      .times td:not(:last-child) { white-space: normal; }
      td[data-name]:not(:empty)::before { content: attr(data-name) " "; color: var(--faint); }
      .fields td::before, .checks td::before { content: none !important; } }

    """

  private static let paper: Markup = """
    @page { margin: 13mm 14mm 15mm;
      @bottom-right { content: counter(page) " of " counter(pages); color: #5a6068;
        font: 8pt sans-serif; } }
    @media print {
      :root { color-scheme: light; --back: #fff; }
      html { font-size: 12px; }
      body { padding: 0; line-height: 1.35; }
      main { max-width: none; }
      nav ul { display: none; }
      article + article { break-before: page; margin: 0; }
      details::details-content { content-visibility: visible; block-size: auto; }
      summary { padding: .5rem 0 .2rem; list-style: none; break-after: avoid; }
      h1, h2, h3, h4, caption { break-after: avoid; }
      .card, li, tr, figure { break-inside: avoid; }
      section { margin: 1rem 0; }
      .inside { padding: 0 0 .5rem; } .inside h3, .inside h4 { margin: .5rem 0 .1rem; }
      .inside[id^="facts"], .inside[id^="certificates"] { columns: 2; column-gap: 8mm; }
      table { margin: .3rem 0 .6rem; } th, td { padding: .1rem .6rem .1rem 0; }
      [id^="certificates"] tbody th { width: 7rem; }
      thead { display: table-header-group; }
      li { margin: .1rem 0; }
      .verdict, .badge, figure *, .key i { print-color-adjust: exact;
        -webkit-print-color-adjust: exact; } }

    """
}
