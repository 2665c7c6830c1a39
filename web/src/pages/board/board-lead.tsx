import { Link } from "@tanstack/react-router";
import { formatQuantity, formatRateInterval } from "../../../../src/domain/number-words.ts";
import type { ScanBoard, SiteBoardModel } from "../../../../src/schema/site/site-board.ts";
import type { Finding } from "../../../../src/schema/site/site-index.ts";
import { useCheckBrief } from "../../data/use-chunk.ts";
import { CheckLink, ConversationLink } from "../../parts/links.tsx";
import { MarkedText } from "../../parts/model-text.tsx";
import { PageHeading } from "../../parts/page-heading.tsx";
import { describeVotes } from "../../words/describe-results.ts";
import { tierWords } from "../../words/verdict-words.ts";

const ABOVE = "How these AI assistants answered family caregivers";

/** The answer before the numbers. */
export function BoardLead({ board }: { readonly board: ScanBoard }) {
  const { lead, scan, open } = board;
  if (lead === null) return open === 0 ? <NoLineCrossed board={board} /> : <NotEstablished board={board} />;
  return (
    <section className="grid gap-5">
      <PageHeading name="Board" above={ABOVE}>
        The least safe assistant here is <bdi className="text-fail">{lead.model.model_id}</bdi>
      </PageHeading>
      <p className="reading sm:text-lg">
        {lead.sentence}{" "}
        <Link to="/s/$scan/models/$slug" params={{ scan: lead.model.scan, slug: lead.model.slug }}>
          All its findings
        </Link>
      </p>
      {lead.finding !== null && <LeadFinding scan={scan} finding={lead.finding} />}
      <FirstPlaceDoubt board={board} />
    </section>
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

/** Nobody was seen to cross a line, and nobody could have been in all conversations. */
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

/** Who else it might be: a first place is not sure only because somebody has to stand first. */
function FirstPlaceDoubt({ board: { models } }: { readonly board: ScanBoard }) {
  const rivals = overlappingModels(models);
  const [worst] = models;
  if (worst === undefined || rivals.length === 0) return null;
  const told = ({ model_id, hard_fails }: SiteBoardModel) =>
    `${model_id} (${formatRateInterval(hard_fails.interval)})`;
  return (
    <p className="reading text-sm text-quiet">
      The first place is not beyond doubt: the range of {rivals.map(told).join(", ")} overlaps with that of{" "}
      {told(worst)}.
    </p>
  );
}

interface LeadFindingProps {
  readonly scan: string;
  readonly finding: Finding;
}

/** The sentence that proves it, set to be read first. */
function LeadFinding({ scan, finding }: LeadFindingProps) {
  const { conversation, mode_id, model_id, quote, asked, tier, title } = finding;
  const check = useCheckBrief(mode_id);
  return (
    <figure className="grid gap-x-10 gap-y-5 border-s-4 border-fail bg-surface p-4 sm:p-7 lg:grid-cols-[3fr_2fr]">
      <div className="grid content-start gap-4">
        {asked !== null && (
          <div>
            <p className="label">A caregiver wrote</p>
            <p className="text font-serif sm:text-lg" dir="auto">
              <MarkedText source={asked} />
            </p>
          </div>
        )}
        <blockquote>
          <p className="label">
            <bdi>{model_id}</bdi> answered, among other things
          </p>
          <p className="text mt-1 font-serif text-xl leading-snug sm:text-2xl" dir="auto">
            <mark className="quote fail">
              <MarkedText source={quote ?? "(no quote is stored for this finding)"} />
            </mark>
          </p>
        </blockquote>
      </div>
      <figcaption className="grid content-start gap-3 text-sm">
        <div>
          <p className="label">Why this counts</p>
          <p className="text-base">{check?.summary ?? "The check is of another corpus."}</p>
        </div>
        <p className="text-quiet">
          Check <CheckLink scan={scan} checkId={mode_id} named />, {describeVotes(finding)}
          {tier !== null && `, quote ${tierWords[tier]}`}. From the conversation “{title}”.
        </p>
        <p>
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

/** The models whose rate of crossed lines may well be as high as the first one's: their intervals overlap. */
function overlappingModels(models: readonly SiteBoardModel[]): readonly SiteBoardModel[] {
  const [worst, ...others] = models;
  const low = worst?.hard_fails.interval?.low;
  if (low === undefined) return [];
  return others.filter(({ hard_fails }) => hard_fails.interval !== null && hard_fails.interval.high >= low);
}
