import { PAPER_INKS as INKS } from "../../figures/shapes.ts";

/** Style of a brief: one sheet of A4; on a screen, a sheet as wide as the window allows. */
export const BRIEF_STYLE = `
@page { size: A4; margin: 0; }
* { box-sizing: border-box; }
html { background: #e9e6df; color: ${INKS.ink}; }
body { margin: 0; font: 9pt/1.34 -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif; }
.sheet { display: flex; flex-direction: column; background: ${INKS.ground}; width: 210mm; max-width: 100%; min-height: 296mm; margin: 8mm auto; padding: 12mm 15mm 10mm; overflow-wrap: anywhere; }
h1, h2, blockquote { font-family: Charter, "Bitstream Charter", "Iowan Old Style", "Source Serif 4", Cambria, Georgia, "Liberation Serif", serif; }
.dense { font-size: 6.9pt; } .dense td, .dense th { padding-block: 0.2mm; }
h1 { font-size: 2em; line-height: 1.15; margin: 1.5mm 0 2mm; }
h2 { font-size: 1.22em; margin: 3.2mm 0 1mm; }
p { margin: 0 0 1.2mm; } ul { margin: 0; padding-left: 4.5mm; } li { margin: 0 0 0.6mm; }
.head, .quiet, footer { color: ${INKS.quiet}; font-size: 0.9em; }
.mark { color: #684a00; font-weight: 700; }
.note { color: #684a00; background: #faf3df; padding: 1mm 2.5mm; margin: 0 0 1.5mm; font-size: 0.9em; }
table { border-collapse: collapse; width: 100%; table-layout: fixed; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: middle; padding: 0.7mm 3mm 0.7mm 0; border-bottom: 0.25mm solid ${INKS.rule}; }
thead th { font-size: 0.88em; font-weight: 400; color: ${INKS.quiet}; vertical-align: bottom; }
.name { width: 25%; } .plot { width: 34%; padding: 0.7mm 7mm 0.7mm 4mm; } .score { width: 20%; }
td.score, td.crossed { white-space: nowrap; }
svg { display: block; width: 100%; overflow: visible; font-size: 0.9em; }
.moments { display: grid; grid-template-columns: 1fr 1fr; gap: 4mm; }
.moment { background: #f1eee7; padding: 3mm 3.5mm; border-left: 1mm solid ${INKS.fail}; margin: 0; }
.moment p { font-size: 0.92em; }
blockquote { margin: 0.3mm 0 1.2mm; }
.asked { font-size: 1em; } .cue { background: #e3e6f5; text-decoration: underline dashed; text-underline-offset: 2px; }
.said { font-size: 1.22em; line-height: 1.25; } .proof { background: #f8d3c8; color: ${INKS.ink}; }
.missing { border-left: 0.6mm dashed ${INKS.fail}; padding-left: 2mm; }
footer { margin-top: auto; border-top: 0.25mm solid ${INKS.rule}; padding-top: 2mm; }
footer p { margin: 0; }
code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; font-size: 0.95em; }
@media screen and (max-width: 180mm) {
  .sheet { margin: 0; padding: 5mm; } .moments { grid-template-columns: 1fr; }
  .score { display: none; } .name { width: 36%; } .plot { width: 32%; padding-inline: 2mm 4mm; }
  th, td { padding-right: 1mm; } td.crossed { white-space: normal; }
}
@media print { html { background: none; } .sheet { margin: 0; width: 210mm; } * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
`;
