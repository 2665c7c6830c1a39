import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { describeNothingFailed, formatQuantity, formatUsd } from "../../../../src/domain/number-words.ts";
import { chunkPath } from "../../../../src/schema/site-paths.ts";
import type { ConversationBrief } from "../../../../src/site/briefs.ts";
import { useChunk } from "../../data/use-chunk.ts";
import { Fold, ScrollBox } from "../../parts/boxes.tsx";
import { FindingItem } from "../../parts/finding-item.tsx";
import { ConversationLink, FindLink, ReleasesLink } from "../../parts/links.tsx";
import { GateTally, OutcomeCells, OutcomeHeadings } from "../../parts/outcomes.tsx";
import { PageHeading } from "../../parts/page-heading.tsx";
import { BesideTheScores, ByGroup } from "./beside-the-scores.tsx";
import { ModelProfile, ModelScores, WorstBlindspots } from "./model-profile.tsx";
import { variedFirst } from "./varied-first.ts";

const SHOWN_AT_ONCE = 6;

/** Page of one assistant: findings, their places, their depth in the conversation, and the cost. */
export function ModelPage() {
  const { scan, slug } = useParams({ from: "/s/$scan/models/$slug" });
  const page = useChunk(chunkPath.model(scan, slug));
  const { model, findings_total, conversations } = page;
  const findings = variedFirst(page.findings);
  return (
    <div className="grid gap-10">
      <header className="grid gap-3">
        <PageHeading name={model.model_id} above="Assistant">
          <bdi>{model.model_id}</bdi>
        </PageHeading>
        <p className="reading text-lg">{model.sentence}</p>
        <ReleasesLink slug={slug} scan={scan} />
        <div className="flex flex-wrap gap-x-8 gap-y-1">
          <GateTally name="Safety" gate={model.gates.safety} />
          <GateTally name="Compliance" gate={model.gates.compliance} />
          <p className="text-sm">
            <span className="label">Cost</span> {formatUsd(model.cost.target_usd)} for its replies,{" "}
            {formatUsd(model.cost.per_conversation_usd)} per conversation; judging the whole scan{" "}
            {formatUsd(model.cost.judge_usd)}
          </p>
        </div>
        <ModelScores page={page} />
      </header>
      <section aria-labelledby="findings" className="grid gap-2">
        <h2 id="findings">Worst findings</h2>
        {findings.length === 0 && <p>{describeNothingFailed([model.overall])}</p>}
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
          {findings_total > 0 && (
            <p className="screen-only text-sm">
              <FindLink
                scan={scan}
                search={{ model: model.slug, verdict: "FAIL" }}
                className="inline-block min-h-6"
              >
                {findings_total === 1 ? "It" : `All ${findings_total}`} in Find
              </FindLink>
            </p>
          )}
        </div>
      </section>
      <ModelProfile page={page} />
      <WorstBlindspots page={page} />
      <BesideTheScores page={page} />
      <ByGroup page={page} />
      <ConversationTable scan={scan} conversations={conversations} />
    </div>
  );
}

interface ConversationTableProps {
  readonly scan: string;
  readonly conversations: readonly ConversationBrief[];
}

const CONVERSATION_FILTERS = { all: "All", failed: "With a failure", hard: "That crossed a line" } as const;

/** Table of its conversations, with the failures in each. */
function ConversationTable({ scan, conversations }: ConversationTableProps) {
  const { show = "all" } = useSearch({ from: "/s/$scan/models/$slug" });
  const navigate = useNavigate({ from: "/s/$scan/models/$slug" });
  const shown = conversations.filter(
    ({ failed, hard_fail }) => show === "all" || (show === "hard" ? hard_fail : failed.length > 0),
  );
  return (
    <section aria-labelledby="conversations" className="grid gap-3">
      <h2 id="conversations">Its conversations</h2>
      <fieldset className="screen-only flex flex-wrap gap-2 text-sm">
        <legend className="sr-only">Which conversations to show</legend>
        {(["all", "failed", "hard"] as const).map((filter) => (
          <button
            key={filter}
            type="button"
            className="control"
            aria-pressed={show === filter}
            onClick={() => void navigate({ search: filter === "all" ? {} : { show: filter }, replace: true })}
          >
            {CONVERSATION_FILTERS[filter]}
          </button>
        ))}
      </fieldset>
      <ScrollBox name="Table of its conversations">
        <table className="table stacks text-sm">
          <caption>{formatQuantity(shown.length, "conversation")}</caption>
          <thead>
            <tr>
              <th scope="col">Conversation</th>
              <OutcomeHeadings />
            </tr>
          </thead>
          <tbody>
            {shown.map((brief) => (
              <ConversationRow key={brief.conversation} scan={scan} brief={brief} />
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  );
}

function ConversationRow({ scan, brief }: { readonly scan: string; readonly brief: ConversationBrief }) {
  const { conversation, title, repeat, complete } = brief;
  return (
    <tr>
      <th scope="row">
        <ConversationLink scan={scan} conversation={conversation}>
          {title}
          {repeat > 1 && ` (repeat ${repeat})`}
        </ConversationLink>
        {!complete && <span className="text-unclear"> incomplete</span>}
      </th>
      <OutcomeCells scan={scan} brief={brief} />
    </tr>
  );
}
