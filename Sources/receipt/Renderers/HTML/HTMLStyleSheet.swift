/// The style of the page: light and dark, small screens, paper, and without colour.
enum HTMLStyleSheet {
  static let markup: Markup = """
    <style>
    :root { color-scheme: light dark;
      --back: #fbfbfa; --card: #fff; --text: #1d1f21; --faint: #63686e; --line: #dcdfe2;
      --good: #1a7f45; --bad: #b3261e; --warn: #8a5a00; --trial: #9ad3b3; --paid: #1f8f52;
      --replaced: #c99a2e; }
    @media (prefers-color-scheme: dark) { :root {
      --back: #15171a; --card: #1d2024; --text: #e8e9ea; --faint: #a0a6ad; --line: #363b41;
      --good: #62cf92; --bad: #ff8a80; --warn: #f0c060; --trial: #2f6b49; --paid: #43b878;
      --replaced: #c99a2e; } }
    * { box-sizing: border-box; }
    body { margin: 0; padding: 1.5rem 1rem 3rem; background: var(--back); color: var(--text);
      font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
    main { max-width: 60rem; margin: 0 auto; }
    article + article { margin-top: 4rem; }
    h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
    h2 { margin: 2rem 0 .5rem; font-size: 1.1rem; }
    h3 { margin: 1.25rem 0 .25rem; font-size: 1rem; overflow-wrap: anywhere; }
    p { margin: .25rem 0; overflow-wrap: anywhere; }
    ul { margin: 0; padding-left: 1.2rem; }
    li { margin: .3rem 0; overflow-wrap: anywhere; }
    .faint, .evidence, footer, figcaption { color: var(--faint); font-size: .85rem; }
    .evidence { overflow-wrap: anywhere; }
    .answer { margin: 1rem 0; padding: .8rem 1rem; background: var(--card); font-size: 1.1rem;
      border: 1px solid var(--line); border-left: 5px solid var(--faint); border-radius: 6px; }
    .answer.error { border-left-color: var(--bad); }
    .facts { display: flex; flex-wrap: wrap; gap: .5rem; padding: 0; list-style: none; }
    .facts li { margin: 0; padding: .2rem .7rem; border: 1px solid var(--line);
      border-radius: 1rem; background: var(--card); font-size: .9rem; }
    .good b, b.good { color: var(--good); } .bad b, b.bad { color: var(--bad); }
    .warn b, b.warn { color: var(--warn); }
    figure { margin: 1rem 0; } svg { display: block; overflow: hidden; }
    td, p, h1, h3 { overflow: clip; } .narrow { display: none; }
    .times { margin-bottom: 1rem; } .times td { white-space: nowrap; }
    .times td:last-child { width: 100%; white-space: normal; }
    svg text { font-size: 12px; fill: var(--text); }
    .tick line { stroke: var(--line); } .tick text { fill: var(--faint); }
    .track .name { font-family: ui-monospace, monospace; }
    .mark line { stroke: var(--text); stroke-dasharray: 2 3; } .mark text { fill: var(--faint); }
    rect.paid { fill: var(--paid); } rect.intro { stroke: var(--paid); }
    rect.trial { fill: var(--trial); stroke: var(--paid); }
    rect.offer { stroke: var(--paid); }
    .ground { fill: var(--trial); } .dot { fill: var(--paid); }
    rect.grace { fill: none; stroke: var(--replaced); stroke-dasharray: 4 2; stroke-width: 2; }
    rect.refunded { stroke: var(--bad); } .hatch { fill: var(--bad); }
    rect.replaced { fill: none; stroke: var(--replaced); stroke-width: 2; }
    line.gap { stroke: var(--faint); stroke-width: 2; stroke-dasharray: 1 5; stroke-linecap: round; }
    circle.bought { fill: var(--paid); }
    circle.taken-back { fill: var(--card); stroke: var(--bad); stroke-width: 2.5; }
    .key { display: inline-block; margin-right: .9rem; white-space: nowrap; }
    .key i { display: inline-block; width: 1.1rem; height: .7rem; margin-right: .35rem; }
    .key .paid { background: var(--paid); } .key .intro { border: 1px solid var(--paid);
      background: radial-gradient(var(--paid) 1.2px, var(--trial) 1.4px) 0 0 / 4px 4px; }
    .key .trial { background: var(--trial); border: 1px solid var(--paid); }
    .key .offer { border: 1px solid var(--paid);
      background: repeating-linear-gradient(90deg, var(--paid) 0 2px, var(--trial) 2px 6px); }
    .key .endless { border-right: 4px solid var(--paid); }
    .key .grace { border: 2px dashed var(--replaced); }
    .key .refunded { border: 1px solid var(--bad);
      background: repeating-linear-gradient(45deg, var(--bad) 0 2px, transparent 2px 6px); }
    .key .replaced { border: 2px solid var(--replaced); }
    .key .gap { height: 0; vertical-align: middle; border-top: 2px dotted var(--faint); }
    .key .bought, .key .taken-back { width: .7rem; border-radius: 50%; background: var(--paid); }
    .key .taken-back { background: none; border: 2px solid var(--bad); }
    table { width: 100%; border-collapse: collapse; font-size: .9rem; }
    th, td { padding: .3rem .6rem .3rem 0; text-align: left; vertical-align: top;
      border-top: 1px solid var(--line); overflow-wrap: anywhere; }
    thead th { border-top: 0; color: var(--faint); font-weight: 600; }
    tbody th { color: var(--faint); font-weight: 400; white-space: nowrap; }
    td.code, .code { font-family: ui-monospace, monospace; font-size: .85em; }
    .fields td { width: 100%; }
    footer { margin-top: 3rem; padding-top: .6rem; border-top: 1px solid var(--line); }
    @media (max-width: 600px) {
      body { padding: 1rem .8rem 2rem; } .wide { display: none; }
      .narrow { display: inline; } .times td { white-space: normal; }
      table, tbody, tr, th, td { display: block; } thead { display: none; }
      tr { padding: .4rem 0; border-top: 1px solid var(--line); }
      th, td { padding: 0; border: 0; } tbody th { white-space: normal; }
      td[data-name]:not(:empty)::before { content: attr(data-name) " "; color: var(--faint);
        font: .85rem system-ui, sans-serif; } }
    @media print { body { padding: 0; background: none; font-size: 11pt; }
      h2, h3 { break-after: avoid; } li, tr, figure { break-inside: avoid; }
      .answer, .facts li { background: none; }
      rect, circle, .key i { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
    </style>

    """
}
