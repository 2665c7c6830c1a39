import { describeVotes } from "../../../src/domain/votes.ts";
import type { Finding } from "../../../src/site/describe-finding.ts";
import { useCheckBrief } from "../data/use-chunk.ts";
import { severityWords } from "../words/verdict-words.ts";
import { CheckLink, ConversationLink } from "./links.tsx";
import { MarkedText, ModelText } from "./model-text.tsx";

interface FindingItemProps {
  readonly scan: string;
  readonly finding: Finding;
  /** Whether to name the check; its own page need not repeat its meaning. */
  readonly withCheck?: boolean;
}

/** One failure in a list: its words and their place. */
export function FindingItem({ scan, finding, withCheck = true }: FindingItemProps) {
  const { conversation, mode_id, title, turn, severity, adjudication_required } = finding;
  const check = useCheckBrief(mode_id);
  return (
    <article className="finding grid gap-2 border-t border-rule py-4">
      {withCheck && (
        <p className="text-sm">
          <CheckLink scan={scan} checkId={mode_id} named />
          <span className="text-quiet">
            {" "}
            · {severityWords[severity]}. {check?.summary}
          </span>
        </p>
      )}
      <Exchange finding={finding} />
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

interface ExchangeProps {
  readonly finding: Finding;
  /** Large type for the first text to read. */
  readonly isLarge?: boolean;
}

/**
 * Shows the message and the answer. For an omission it marks the caregiver's words, because the answer's own are not at
 * fault; for any other failure the answer's.
 */
export function Exchange({ finding, isLarge = false }: ExchangeProps) {
  const { model_id, quote, asked, omission } = finding;
  const loud = isLarge ? "mt-1 text-xl leading-snug sm:text-2xl" : "text-lg";
  // If no author named the cue, it is the whole message, which is too long for large type.
  const words = omission?.cue ?? null;
  const cue = words !== null && asked !== null && words.length < asked.length ? loud : "text-base";
  return (
    <>
      {(asked !== null || words !== null) && (
        <div>
          <p className="label">A caregiver wrote</p>
          <p className={`text font-serif ${omission === null ? "text-base" : cue}`} dir="auto">
            {words === null ? <MarkedText source={asked ?? ""} /> : <Cue asked={asked} cue={words} />}
          </p>
        </div>
      )}
      <blockquote>
        <p className="label">
          <bdi>{model_id}</bdi> answered{quote !== "" && ", among other things"}
        </p>
        {omission !== null && quote !== null && quote !== "" ? (
          <ModelText source={quote} />
        ) : (
          <p className={`text font-serif ${omission === null ? loud : "text-base"}`} dir="auto">
            <Answer quote={quote} />
          </p>
        )}
      </blockquote>
      {omission !== null && omission.missing !== "" && (
        <p>
          <span className="label">Missing </span>
          <span className="text" dir="auto">
            <MarkedText source={omission.missing} />
          </span>
        </p>
      )}
    </>
  );
}

function Cue({ asked, cue }: { readonly asked: string | null; readonly cue: string }) {
  const at = asked?.indexOf(cue) ?? -1;
  const [before, after] =
    asked === null || at < 0 ? ["", ""] : [asked.slice(0, at), asked.slice(at + cue.length)];
  return (
    <>
      <MarkedText source={before} />
      <mark className="quote cue">
        <MarkedText source={cue} />
      </mark>
      <MarkedText source={after} />
    </>
  );
}

function Answer({ quote }: { readonly quote: string | null }) {
  if (quote === null) return "(no quote is stored for this finding)";
  if (quote === "") return <em>(no answer)</em>;
  return (
    <mark className="quote fail">
      <MarkedText source={quote} />
    </mark>
  );
}
