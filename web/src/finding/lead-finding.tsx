import type { Finding } from "../../../src/schema/site-index.ts";
import { useCheckBrief } from "../data/use-site-index.ts";
import { MarkedText } from "../text/marked-text.tsx";
import { describeVotes } from "../words/describe-votes.ts";
import { tierWords } from "../words/verdict-words.ts";
import { CheckLink } from "./check-link.tsx";
import { ConversationLink } from "./conversation-link.tsx";

interface LeadFindingProps {
  readonly scan: string;
  readonly finding: Finding;
}

/** The sentence that proves it, set to be read first. */
export function LeadFinding({ scan, finding }: LeadFindingProps) {
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
