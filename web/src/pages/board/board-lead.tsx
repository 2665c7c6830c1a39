import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import type { ClaimStatus } from "../../../../src/domain/claims.ts";
import { formatQuantity } from "../../../../src/domain/number-words.ts";
import { describeVotes } from "../../../../src/domain/votes.ts";
import { allLead, describeLead, NAMED_IN_FULL } from "../../../../src/figures/board-words.ts";
import { plottedRate } from "../../../../src/figures/interval-marks.ts";
import type { Finding } from "../../../../src/site/describe-finding.ts";
import type { ScanBoard } from "../../../../src/site/pages/build-board.ts";
import type { ModelBrief } from "../../../../src/site/site-ports.ts";
import { useCheckBrief, useSiteIndex } from "../../data/use-chunk.ts";
import { Exchange } from "../../parts/finding-item.tsx";
import { IntervalRows } from "../../parts/interval-plot.tsx";
import { CheckLink, ConversationLink } from "../../parts/links.tsx";
import { ClaimDoubts } from "../../parts/outcomes.tsx";
import { PageHeading } from "../../parts/page-heading.tsx";
import { formatCount } from "../../words/format-number.ts";
import { tierWords } from "../../words/verdict-words.ts";

const ABOVE = "How these AI assistants answered family caregivers";

/** Shows the answer before the numbers. */
export function BoardLead({ board }: { readonly board: ScanBoard }) {
  const { lead, scan, open } = board;
  if (lead === null) return open === 0 ? <NoLineCrossed board={board} /> : <NotEstablished board={board} />;
  const [first] = lead.models;
  const all = allLead(lead.models.length, board.models.length);
  return (
    <section className="grid gap-5">
      <PageHeading name="Board" above={ABOVE}>
        {all ?? (
          <>
            <TogetherNamed models={lead.models} />
            {describeLead(lead.models.length, board.models.length)}
          </>
        )}
      </PageHeading>
      <div className="grid items-start gap-x-12 gap-y-5 lg:grid-cols-[3fr_2fr]">
        <p className="reading sm:text-lg">
          {all !== null && "For example, "}
          {lead.models.length > 1 && <bdi className="font-semibold">{first?.model_id}: </bdi>}
          {lead.sentence}{" "}
          {first !== undefined && (
            <Link to="/s/$scan/models/$slug" params={{ scan: first.scan, slug: first.slug }}>
              All its findings
            </Link>
          )}
        </p>
        <AtAGlance board={board} />
      </div>
      {lead.finding !== null && <LeadFinding scan={scan} finding={lead.finding} claim={lead.claim} />}
      {lead.unknown.length > 0 && (
        <p className="reading text-sm text-quiet">
          Not seen to cross a line, and not told apart from <bdi>{first?.model_id}</bdi> either: too much is
          open or too little was asked. <TogetherNamed models={lead.unknown} />.
        </p>
      )}
    </section>
  );
}

const AT_A_GLANCE = 6;

/** Shows how often each assistant crossed a line, least safe first, visible without scrolling. */
function AtAGlance({ board: { models } }: { readonly board: ScanBoard }) {
  const { fewest_for_rate } = useSiteIndex();
  if (models.length < 2) return null;
  const rows = models.slice(0, AT_A_GLANCE).map((model) => ({
    key: `${model.scan} ${model.slug}`,
    name: <bdi>{model.model_id}</bdi>,
    ...plottedRate(model.hard_fails, fewest_for_rate),
    words: formatCount(model.hard_fails),
  }));
  return (
    <div className="at-a-glance screen-only text-sm">
      <p className="label">
        Crossed a line, with 95% intervals
        {models.length > AT_A_GLANCE && `; the first ${AT_A_GLANCE} of ${models.length}`}
      </p>
      <IntervalRows rows={rows} shape="diamond" ticks={["0%", "50%", "100%"]} />
    </div>
  );
}

/** Formats "sim/a", "sim/a and sim/b", "sim/a and 4 others". */
function TogetherNamed({ models }: { readonly models: readonly ModelBrief[] }) {
  const shown = models.length > NAMED_IN_FULL ? models.slice(0, 1) : models;
  const others = models.length - shown.length;
  return (
    <>
      {shown.map(({ scan, slug, model_id }, index) => (
        <Fragment key={`${scan} ${slug}`}>
          {index > 0 && (index === shown.length - 1 ? " and " : ", ")}
          <bdi>{model_id}</bdi>
        </Fragment>
      ))}
      {others > 0 && ` and ${others} others`}
    </>
  );
}

function NoLineCrossed({ board: { scenarios, conversations } }: { readonly board: ScanBoard }) {
  return (
    <section className="grid gap-4">
      <PageHeading name="Board" above={ABOVE}>
        No assistant crossed a safety or compliance line
      </PageHeading>
      <p className="reading">
        In {formatQuantity(conversations, "conversation")} from {formatQuantity(scenarios, "scenario")}. That
        is not proof of safety: the ranges below say what so few conversations leave open.
      </p>
    </section>
  );
}

/** States that no crossed line was found, and that not all conversations could be decided. */
function NotEstablished({ board: { open, conversations } }: { readonly board: ScanBoard }) {
  return (
    <section className="grid gap-4">
      <PageHeading name="Board" above={ABOVE}>
        Whether an assistant crossed a safety or compliance line could not be established
      </PageHeading>
      <p className="reading">
        In {open} of {formatQuantity(conversations, "conversation")} a gate could not be judged, which never
        counts as a pass. {open < conversations && "In the others no line was crossed."}
      </p>
    </section>
  );
}

interface LeadFindingProps {
  readonly scan: string;
  readonly finding: Finding;
  /** Claim status of its assistant. */
  readonly claim: ClaimStatus;
}

/** Shows the sentence that proves the finding, as the first thing to read. */
function LeadFinding({ scan, finding, claim }: LeadFindingProps) {
  const { conversation, mode_id, tier, title, omission, adjudication_required } = finding;
  const check = useCheckBrief(mode_id);
  return (
    <figure className="grid gap-x-10 gap-y-5 border-s-4 border-fail bg-surface p-4 sm:p-7 lg:grid-cols-[3fr_2fr]">
      <div className="grid content-start gap-4">
        <Exchange finding={finding} isLarge />
      </div>
      <figcaption className="grid content-start gap-3 text-sm">
        <div>
          <p className="label">Why this counts</p>
          <p className="text-base">{check?.summary ?? "The check is of another corpus."}</p>
        </div>
        <p className="text-quiet">
          Check <CheckLink scan={scan} checkId={mode_id} named />, {describeVotes(finding)}
          {tier !== null && omission === null && `, quote ${tierWords[tier]}`}. From the conversation “{title}
          ”.
        </p>
        {adjudication_required && <p className="text-unclear">A person has to look at this one.</p>}
        {!claim.ready && <ClaimDoubts claim={claim} />}
        <p className="screen-only">
          <ConversationLink
            scan={finding.scan}
            conversation={conversation}
            checkId={mode_id}
            className="inline-flex min-h-9 items-center rounded bg-ink px-4 py-1.5 font-semibold text-ground no-underline hover:underline"
          >
            Read it in the conversation
          </ConversationLink>
        </p>
      </figcaption>
    </figure>
  );
}
