import { useParams } from "@tanstack/react-router";
import { chunkPath } from "../../../src/schema/site-data.ts";
import { GateTally } from "../board/gate-tally.tsx";
import { useChunk } from "../data/use-chunk.ts";
import { FindingItem } from "../finding/finding-item.tsx";
import { Fold } from "../layout/fold.tsx";
import { PageHeading } from "../layout/page-heading.tsx";
import { formatQuantity, formatUsd } from "../words/format-number.ts";
import { ConversationTable } from "./conversation-table.tsx";
import { ModelProfile } from "./model-profile.tsx";
import { variedFirst } from "./varied-first.ts";
import { WorstBlindspots } from "./worst-blindspots.tsx";

const SHOWN_AT_ONCE = 6;

/** One assistant: what was found, where, how deep into the conversation, and at what cost. */
export function ModelPage() {
  const { scan, slug } = useParams({ from: "/s/$scan/models/$slug" });
  const page = useChunk("model", chunkPath.model(scan, slug));
  const { model, findings_total, conversations } = page;
  const findings = variedFirst(page.findings);
  return (
    <div className="grid gap-10">
      <header className="grid gap-3">
        <PageHeading name={model.model_id} above="Assistant">
          <bdi>{model.model_id}</bdi>
        </PageHeading>
        <p className="reading text-lg">{model.sentence}</p>
        <div className="flex flex-wrap gap-x-8 gap-y-1">
          <GateTally name="Safety" gate={model.gates.safety} />
          <GateTally name="Compliance" gate={model.gates.compliance} />
          <p className="text-sm">
            <span className="label">Cost</span> {formatUsd(model.cost.target_usd)} for its replies,{" "}
            {formatUsd(model.cost.per_conversation_usd)} per conversation
          </p>
        </div>
      </header>
      <section aria-labelledby="findings" className="grid gap-2">
        <h2 id="findings">Worst findings</h2>
        {findings.length === 0 && <p>No check failed in any conversation.</p>}
        <div className="reading max-w-3xl">
          {findings.slice(0, SHOWN_AT_ONCE).map((finding) => (
            <FindingItem key={`${finding.conversation} ${finding.mode_id}`} scan={scan} finding={finding} />
          ))}
          {findings.length > SHOWN_AT_ONCE && (
            <Fold summary={formatQuantity(findings.length - SHOWN_AT_ONCE, "more finding")}>
              {() =>
                findings
                  .slice(SHOWN_AT_ONCE)
                  .map((finding) => (
                    <FindingItem
                      key={`${finding.conversation} ${finding.mode_id}`}
                      scan={scan}
                      finding={finding}
                    />
                  ))
              }
            </Fold>
          )}
          {findings_total > findings.length && (
            <p className="text-sm text-quiet">
              {findings_total} in all; the others are in its conversations below.
            </p>
          )}
        </div>
      </section>
      <ModelProfile page={page} />
      <WorstBlindspots page={page} />
      <ConversationTable scan={scan} conversations={conversations} />
    </div>
  );
}
