/** The report's whole appearance. Text on every ground has a contrast of at least 4.5 to 1. */
export const stylesheet = `
:root {
  --ground: #fbfaf7; --surface: #ffffff; --ink: #20242a; --quiet: #565d66; --rule: #d9d5cc; --link: #1b4f80;
  --fail: #98201c; --fail-ground: #fcefec; --fail-mark: #f9d4cc;
  --unclear: #6a4b00; --unclear-ground: #fbf4e0; --unclear-mark: #f3e1a9;
  --pass: #1f5a38; --user: #f1eee7;
  --serif: Charter, "Bitstream Charter", "Iowan Old Style", Cambria, Georgia, serif;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #15171a; --surface: #1c1f23; --ink: #e6e3dd; --quiet: #a8adb4; --rule: #3b4047; --link: #9ec6f2;
    --fail: #ffb4a8; --fail-ground: #35201e; --fail-mark: #6b2a24;
    --unclear: #f0d490; --unclear-ground: #322a17; --unclear-mark: #5c4a16;
    --pass: #a3d9b6; --user: #262a30;
  }
}
* { box-sizing: border-box; }
html { color-scheme: light dark; scroll-padding-top: 1rem; text-size-adjust: 100%; }
body { margin: 0 auto; max-width: 78rem; padding: 0 clamp(1rem, 4vw, 3rem) 5rem; background: var(--ground);
  color: var(--ink); font: 1rem/1.6 var(--sans); overflow-wrap: anywhere; }
h1, h2, h3, h4, h5 { font-family: var(--serif); font-weight: 600; line-height: 1.25; text-wrap: balance; }
h1 { font-size: clamp(1.8rem, 4.5vw, 2.7rem); margin: 0 0 1rem; }
h2 { font-size: 1.65rem; margin: 4rem 0 .75rem; padding-top: 1.25rem; border-top: 1px solid var(--rule); }
h3 { font-size: 1.2rem; margin: 2rem 0 .75rem; }
h4 { font-size: 1.05rem; margin: 0; }
h5 { font-size: .95rem; margin: 1.5rem 0 .75rem; }
p { margin: 0 0 .75rem; }
p, dd, li { max-width: 44rem; }
a { color: var(--link); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 2px; }
:target { outline: 2px solid var(--link); outline-offset: 4px; }
section:target, main:target { outline: none; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem 1rem; background: var(--surface); z-index: 1; }
.quiet { color: var(--quiet); font-weight: 400; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: isolate; }
.who { font-size: .8rem; font-weight: 600; color: var(--quiet); margin: 0 0 .25rem; }

header.page { padding-top: clamp(2rem, 6vw, 4rem); }
.name { font-size: .85rem; letter-spacing: .06em; color: var(--quiet); margin: 0 0 .5rem; }
.lead { font-size: 1.15rem; }
.banner, .note { padding: .75rem 1rem; border-left: 4px solid var(--unclear); background: var(--unclear-ground); max-width: 46rem; }
.note { border-color: var(--rule); background: none; padding-block: 0; color: var(--quiet); }
.note strong { color: var(--ink); }
nav ul { list-style: none; padding: 0; margin: 1.5rem 0 0; display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; }
nav a { display: inline-block; padding: .25rem 0; }

.sentences { list-style: none; padding: 0; margin: 0 0 2rem; }
.sentences li { margin-bottom: 1.25rem; }
.sentences h3 { margin: 0 0 .15rem; font-family: var(--sans); font-size: 1rem; }
.sentences p { font-family: var(--serif); font-size: 1.15rem; line-height: 1.5; }
.sentences a { font-family: var(--sans); font-size: .95rem; white-space: nowrap; }

.scroll { overflow-x: auto; max-width: 100%; border: 1px solid var(--rule); border-radius: 6px; background: var(--surface); }
table { border-collapse: collapse; width: 100%; overflow-wrap: break-word; font-size: .92rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; padding: .75rem 1rem; color: var(--quiet); }
caption span { display: inline-block; position: sticky; left: 1rem; max-width: min(60rem, calc(100vw - 5rem)); }
th, td { text-align: left; vertical-align: top; padding: .6rem 1rem; border-top: 1px solid var(--rule); line-height: 1.45; }
thead th { font-size: .82rem; color: var(--quiet); font-weight: 600; vertical-align: bottom; }
tbody th { font-weight: 600; }
td.fail { color: var(--fail); font-weight: 700; }
td.fail a { color: inherit; }
table.models td { min-width: 5.5rem; }
table.models tbody th { white-space: nowrap; position: sticky; left: 0; background: var(--surface); }
table.blind-spots tbody th[scope=row] { font-weight: 400; min-width: 15rem; max-width: 34rem; }
table.blind-spots td { white-space: nowrap; }
.number { display: block; white-space: nowrap; }
.scroll + p { margin-top: .75rem; }
.group th { background: var(--ground); font-family: var(--serif); font-size: 1rem; }
.id { font-weight: 600; margin-right: .35rem; }

.finding { margin: 0 0 2rem; padding: 0 0 0 1.1rem; border-left: 4px solid var(--fail); }
.finding h4 { max-width: 44rem; margin-bottom: .75rem; font-size: 1.1rem; }
.asked { color: var(--quiet); }
.asked .who, .finding .who { display: block; }
blockquote { margin: 0 0 .75rem; max-width: 44rem; }
blockquote .text { font-family: var(--serif); font-size: 1.3rem; line-height: 1.45; }
blockquote .text::before { content: "“"; }
blockquote .text::after { content: "”"; }
.source { font-size: .92rem; color: var(--quiet); }

details.conversation { border: 1px solid var(--rule); border-radius: 6px; background: var(--surface); margin: 0 0 .75rem; padding: 0 1.1rem; }
details.conversation[open] { padding-bottom: 1.25rem; }
summary { cursor: pointer; padding: .4rem 0; }
.conversation > summary { padding: .85rem 0; }
.conversation > summary h4 { display: inline; margin-right: .5rem; }
.status { font-size: .88rem; font-weight: 600; }
.status.fail { color: var(--fail); } .status.unclear { color: var(--unclear); } .status.pass { color: var(--pass); }
.about { color: var(--quiet); }
.ids, .canary, .made dd { font-family: var(--mono); font-size: .82rem; overflow-wrap: anywhere; }
.scores { display: flex; flex-wrap: wrap; gap: .5rem 2.5rem; margin: 0 0 .75rem; }
dt { font-weight: 600; }
.scores dt { font-size: .82rem; color: var(--quiet); }
dd { margin: 0; }
.session { display: flex; align-items: center; gap: 1rem; color: var(--quiet); margin: 2rem 0 1rem; }
.session::before, .session::after { content: ""; flex: 1; border-top: 1px solid var(--rule); }
.session span { max-width: 75%; }
.turn { display: grid; gap: .5rem 2rem; margin: 1.25rem 0; }
.message { padding: .75rem 1rem; border-radius: 6px; margin-bottom: .6rem; overflow: hidden; max-width: 42rem; }
.message.user { background: var(--user); margin-right: 8%; }
.message.assistant { border: 1px solid var(--rule); margin-left: 8%; }
.aside { font-size: .88rem; font-style: italic; color: var(--quiet); margin: .5rem 0 0; }
@media (min-width: 60rem) { .turn { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); } }

mark { color: inherit; background: none; padding: .05em 0; -webkit-box-decoration-break: clone; box-decoration-break: clone; }
mark.fail { background: var(--fail-mark); border-bottom: 2px solid var(--fail); }
mark.unclear { background: var(--unclear-mark); border-bottom: 2px dashed var(--unclear); }
mark.pass { border-bottom: 2px dotted var(--pass); }
mark[data-labels]::after { content: " " attr(data-labels); font: 600 .68em/1 var(--sans); vertical-align: super; white-space: nowrap; }
mark.fail::after { color: var(--fail); } mark.unclear::after { color: var(--unclear); } mark.pass::after { color: var(--pass); }

.verdicts { list-style: none; margin: 0; padding: 0; }
.verdict { font-size: .9rem; line-height: 1.5; margin: 0 0 .6rem; padding: .6rem .85rem; border-left: 4px solid var(--rule); }
.verdict p { margin: 0 0 .3rem; }
.verdict.fail { border-color: var(--fail); background: var(--fail-ground); }
.verdict.fail .head strong, .verdict.fail .sign { color: var(--fail); }
.verdict.unclear { border-left-style: dashed; border-color: var(--unclear); background: var(--unclear-ground); }
.verdict.pass { border-color: var(--pass); }
.sign { font-weight: 700; }
.evidence q { font-family: var(--serif); font-size: 1.02rem; }
.fold > summary { font-size: .88rem; color: var(--quiet); }
.whole { margin-top: 1.5rem; border-top: 1px solid var(--rule); }
.guide dt { margin-top: .9rem; }
.made > div { margin-bottom: .6rem; }
.made dt { font-size: .88rem; }

@media (max-width: 36rem) {
  .message.user, .message.assistant { margin-inline: 0; }
  th, td { padding: .5rem .75rem; }
  table.blind-spots tbody th[scope=row] { min-width: 12rem; }
}
@media print {
  :root { --ground: #fff; --surface: #fff; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  nav, .skip { display: none; }
  .scroll { overflow: visible; border: 0; }
  details::details-content { content-visibility: visible; block-size: auto; }
  .finding, .message, .verdict, tr { break-inside: avoid; }
  h2, h3, h4, h5 { break-after: avoid; }
}
`;
