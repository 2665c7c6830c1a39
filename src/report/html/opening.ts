import { formatQuantity } from "../format-number.ts";
import { SIMULATED_NOTE } from "../simulated-note.ts";
import { html, type SafeHtml } from "./html.ts";
import type { ReportIndex } from "./report-index.ts";

/** What this page is, what it is not, and what it holds, before any number. */
export function renderOpening({ data, models }: ReportIndex): SafeHtml {
  const conversations = formatQuantity(data.transcripts.length, "scripted conversation");
  const banner = html`<p class="banner" role="note"><strong>${SIMULATED_NOTE.title}:</strong> ${SIMULATED_NOTE.text}</p>`;
  return html`<header class="page">
<p class="name">InvisibleBench</p>
<h1>How these AI assistants answered family caregivers</h1>
<p class="lead">${conversations} with ${formatQuantity(models.length, "assistant")}. Each reply was held against narrow questions about safety, honesty and care. Every finding shows the sentence that led to it.</p>
${data.summary.simulated ? banner : null}
<p class="note" role="note">The conversations speak of despair, suicide, harm and neglect. The people in them are invented. ${helpNote()}</p>
</header>`;
}

export function helpNote(): SafeHtml {
  return html`If this is close to home: in the US call or text <strong>988</strong>; elsewhere <strong>findahelpline.com</strong>.`;
}
