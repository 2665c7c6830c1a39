/** Style of an evidence file: the colours of the viewer's `tokens.css`, and a page that prints. */

const COLOURS = {
  ground: "light-dark(#faf8f4, #16181b)",
  surface: "light-dark(#ffffff, #1d2024)",
  sunken: "light-dark(#f1eee7, #23272c)",
  ink: "light-dark(#1f2328, #e8e5df)",
  quiet: "light-dark(#575d66, #a9aeb6)",
  rule: "light-dark(#dcd7cc, #3a3f46)",
  link: "light-dark(#174a7c, #a6cbf5)",
  fail: "light-dark(#9b2412, #ffb3a4)",
  unclear: "light-dark(#684a00, #edd18c)",
  unclearGround: "light-dark(#faf3df, #302918)",
  pass: "light-dark(#14566b, #9bd3e6)",
} as const;

/** @param runningHead printed at the top of every page; contains no quotation mark, backslash or line end */
export function evidenceStyle(runningHead: string): string {
  return `
:root { color-scheme: light dark; }
* { box-sizing: border-box; }
body { margin: 0; background: ${COLOURS.ground}; color: ${COLOURS.ink}; line-height: 1.5;
  font-family: Charter, "Bitstream Charter", "Iowan Old Style", "Source Serif 4", Cambria, Georgia, "Liberation Serif", serif; }
main, header, footer { max-width: 62rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2rem; } footer { padding-bottom: 3rem; color: ${COLOURS.quiet}; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0.5rem 0; }
h2 { font-size: 1.4rem; margin: 2.5rem 0 0.5rem; border-top: 1px solid ${COLOURS.rule}; padding-top: 1.25rem; }
h3 { font-size: 1.1rem; margin: 0 0 0.25rem; overflow-wrap: anywhere; } h4 { font-size: 1rem; margin: 1rem 0 0.25rem; }
p, ul, dl, blockquote { margin: 0.5rem 0; } a { color: ${COLOURS.link}; overflow-wrap: anywhere; }
code, .hash { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; font-size: 0.85em; overflow-wrap: anywhere; }
.quiet { color: ${COLOURS.quiet}; }
.banner { background: ${COLOURS.unclearGround}; color: ${COLOURS.unclear}; border: 1px solid currentColor; padding: 0.6rem 0.9rem; margin: 0.75rem 0; }
.mark { color: ${COLOURS.unclear}; font-weight: bold; font-size: 0.85rem; }
article { background: ${COLOURS.surface}; border: 1px solid ${COLOURS.rule}; padding: 1rem 1.25rem; margin: 1rem 0; }
dl { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: 0.2rem 1rem; }
dt { color: ${COLOURS.quiet}; } dd { margin: 0; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: 0.95rem; }
caption { text-align: left; color: ${COLOURS.quiet}; padding-bottom: 0.25rem; }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.75rem 0.3rem 0; border-bottom: 1px solid ${COLOURS.rule}; }
td.number, th.number { text-align: right; } th a { overflow-wrap: normal; }
.held { color: ${COLOURS.pass}; } .failed { color: ${COLOURS.fail}; } .not_established, .not_yet_in_force { color: ${COLOURS.unclear}; }
.standing { font-weight: bold; } th[scope=row] { min-width: 8.5rem; }
blockquote { background: ${COLOURS.sunken}; border-left: 3px solid ${COLOURS.rule}; padding: 0.4rem 0.8rem; overflow-wrap: anywhere; white-space: pre-wrap; }
blockquote cite { display: block; font-style: normal; font-size: 0.85rem; color: ${COLOURS.quiet}; }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: 0.4rem; } article { padding: 0.75rem; } }
@page { size: A4; margin: 22mm 16mm 18mm; @top-left { content: "${runningHead}"; font: 8.5pt sans-serif; }
  @bottom-right { content: counter(page) " / " counter(pages); font: 8.5pt sans-serif; } }
@media print { :root { color-scheme: light; } body { font-size: 10pt; background: #fff; }
  main, header, footer { max-width: none; padding: 0; } .scroll { overflow: visible; }
  article { border: 0; border-top: 1px solid ${COLOURS.rule}; padding: 0.5rem 0; }
  table { font-size: 8.5pt; } tr, blockquote { break-inside: avoid; } h2, h3, h4, caption { break-after: avoid; }
  .first { break-after: page; } a { color: inherit; } }
`.trim();
}
