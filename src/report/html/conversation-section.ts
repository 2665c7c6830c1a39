import { renderConversation } from "./conversation.ts";
import { html, type SafeHtml } from "./html.ts";
import type { ReportIndex } from "./report-index.ts";

/** Every conversation, folded, model by model. */
export function renderConversationSection(index: ReportIndex): SafeHtml {
  const models = [...index.transcriptsByModel].filter(([, transcripts]) => transcripts.length > 0);
  const groups = models.map(
    ([modelId, transcripts]) => html`<h3><bdi>${modelId}</bdi></h3>
${transcripts.map((transcript) => renderConversation(transcript, index))}`,
  );
  return html`<section id="conversations" aria-labelledby="conversations-title">
<h2 id="conversations-title">Conversations</h2>
<p class="quiet">Open one to read it. A quote that decided a check is marked where it stands, with the check's id behind it.</p>
${groups}
</section>`;
}
