import type { Finding } from "../../../src/schema/site/site-index.ts";
import { useCheckBrief } from "../data/use-chunk.ts";
import { describeVotes } from "../words/describe-results.ts";
import { severityWords } from "../words/verdict-words.ts";
import { CheckLink, ConversationLink } from "./links.tsx";
import { MarkedText } from "./model-text.tsx";

interface FindingItemProps {
  readonly scan: string;
  readonly finding: Finding;
  /** On the page of a check its meaning need not be said again. */
  readonly withCheck?: boolean;
}

/** One failure in a list: what was said, and where. */
export function FindingItem({ scan, finding, withCheck = true }: FindingItemProps) {
  const { conversation, mode_id, quote, asked, title, turn, severity, adjudication_required } = finding;
  const check = useCheckBrief(mode_id);
  return (
    <article className="grid gap-2 border-t border-rule py-4">
      {withCheck && (
        <p className="text-sm">
          <CheckLink scan={scan} checkId={mode_id} named />
          <span className="text-quiet">
            {" "}
            · {severityWords[severity]}. {check?.summary}
          </span>
        </p>
      )}
      {asked !== null && (
        <p className="text text-quiet" dir="auto">
          <span className="label">Caregiver: </span>
          <MarkedText source={asked} />
        </p>
      )}
      <blockquote className="text font-serif text-lg" dir="auto">
        <mark className="quote fail">
          <MarkedText source={quote ?? "(no quote is stored)"} />
        </mark>
      </blockquote>
      <p className="text-sm text-quiet">
        <ConversationLink
          scan={finding.scan}
          conversation={conversation}
          checkId={mode_id}
          className="inline-block min-h-6"
        >
          {title}
          {turn !== null && `, turn ${turn}`}
        </ConversationLink>
        {` · ${describeVotes(finding)}`}
        {adjudication_required && " · a person has to look at this one"}
      </p>
    </article>
  );
}
