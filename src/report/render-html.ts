import { renderBlindspotSection } from "./html/blindspot-section.ts";
import { renderConversationSection } from "./html/conversation-section.ts";
import { renderFindingSection } from "./html/finding-section.ts";
import { html, trustedHtml } from "./html/html.ts";
import { renderModelSection } from "./html/model-section.ts";
import { renderOpening } from "./html/opening.ts";
import { renderReadingGuide } from "./html/reading-guide.ts";
import { indexReport } from "./html/report-index.ts";
import { stylesheet } from "./html/stylesheet.ts";
import type { ReportData } from "./report-data.ts";

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** One HTML file that needs no script, no server and no other file. The same bytes for the same data. */
export function renderHtml(data: ReportData): string {
  const index = indexReport(data);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>InvisibleBench report</title>
<style>${trustedHtml(stylesheet)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the findings</a>
${renderOpening(index)}
<nav aria-label="Contents"><ul>
<li><a href="#models">In short</a></li>
<li><a href="#findings">Worst findings</a></li>
<li><a href="#blind-spots">Blind spots</a></li>
<li><a href="#conversations">Conversations</a></li>
<li><a href="#guide">How to read this</a></li>
</ul></nav>
<main id="main">
${renderModelSection(index)}
${renderFindingSection(index)}
${renderBlindspotSection(index)}
${renderConversationSection(index)}
${renderReadingGuide(index)}
</main>
</body>
</html>
`.text;
}
