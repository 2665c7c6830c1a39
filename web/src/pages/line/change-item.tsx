import { Link } from "@tanstack/react-router";
import type { Change, ChangedSide, SiteChanges } from "../../../../src/site/build-changes.ts";
import { CheckLink, ConversationLink } from "../../parts/links.tsx";
import { MarkedText, ModelText } from "../../parts/model-text.tsx";
import { describeChance } from "../../words/describe-results.ts";
import { severityWords } from "../../words/verdict-words.ts";

interface ChangeItemProps {
  readonly change: Change;
  readonly comparison: SiteChanges;
  /** Names of the two releases. */
  readonly names: { readonly a: string; readonly b: string };
}

/** One check in one scenario, before and after: the message, and both replies next to each other. */
export function ChangeItem({ change, comparison: { a, b }, names }: ChangeItemProps) {
  const { before, after, mode_id, severity, scenario_id, title, kind } = change;
  const repeat = after.repeat ?? before.repeat ?? 1;
  const isSameQuestion = before.asked !== null && before.asked === after.asked;
  const wasHadTwice = before.conversation !== null && after.conversation !== null;
  return (
    <article className="grid gap-3 border-t border-rule py-4">
      <p className="text-sm">
        <CheckLink scan={b.scan} checkId={mode_id} named />
        <span className="text-quiet"> · {severityWords[severity]} · </span>
        {wasHadTwice ? (
          <Link
            to="/s/$scan/compare"
            params={{ scan: b.scan }}
            search={{
              a: `${a.scan}@${a.slug}`,
              b: `${b.scan}@${b.slug}`,
              scenario: scenario_id,
              ...(repeat > 1 ? { repeat } : {}),
            }}
          >
            {title}
          </Link>
        ) : (
          title
        )}
      </p>
      {isSameQuestion && <Asked words={before.asked ?? ""} />}
      <div className="compared-sides">
        <Side side={before} scan={a.scan} name={names.a} checkId={mode_id} withAsked={!isSameQuestion} />
        <Side side={after} scan={b.scan} name={names.b} checkId={mode_id} withAsked={!isSameQuestion} />
      </div>
      {(kind === "new" || kind === "gone") && (
        <p className="text-sm text-quiet">{describeChance(change.chance)}</p>
      )}
    </article>
  );
}

function Asked({ words }: { readonly words: string }) {
  return (
    <div className="reading">
      <p className="label">A caregiver wrote</p>
      <p className="text font-serif" dir="auto">
        <MarkedText source={words} />
      </p>
    </div>
  );
}

interface SideProps {
  readonly side: ChangedSide;
  readonly scan: string;
  readonly name: string;
  readonly checkId: string;
  readonly withAsked: boolean;
}

function Side({ side, scan, name, checkId, withAsked }: SideProps) {
  const { conversation, turn, asked, reply, finding } = side;
  return (
    <div className="grid content-start gap-2">
      <p className="text-sm">
        {conversation === null ? (
          <span>{name}</span>
        ) : (
          <ConversationLink scan={scan} conversation={conversation} checkId={checkId}>
            {name}
            {turn !== null && `, turn ${turn}`}
          </ConversationLink>
        )}
        <span className={side.failed > 0 ? "text-fail" : side.open > 0 ? "text-unclear" : ""}>
          {` · ${describeSide(side)}`}
        </span>
      </p>
      {withAsked && asked !== null && <Asked words={asked} />}
      {reply !== null && (
        <div className="font-serif">
          {reply === "" ? <em>(no answer)</em> : <ModelText source={reply} spans={quoteIn(reply, finding)} />}
        </div>
      )}
      {finding !== null && finding.omission !== null && finding.omission.missing !== "" && (
        <p className="text-sm">
          <span className="label">Missing </span>
          <span className="text" dir="auto">
            <MarkedText source={finding.omission.missing} />
          </span>
        </p>
      )}
    </div>
  );
}

/** Sums up the repeats: "failed in 2 of 3", "passed", "looked for, not found", "not established". */
function describeSide({ failed, passed, open, not_found: absent = 0, conversation }: ChangedSide): string {
  const had = failed + passed + open + absent;
  if (conversation === null || had === 0) return "not asked";
  const beside = open === 0 ? "" : `, ${open} not established`;
  if (failed > 0) return had === 1 ? "failed" : `failed in ${failed} of ${had}${beside}`;
  if (open === had) return had === 1 ? "not established" : `not established in any of ${had}`;
  if (absent === had) return "looked for, not found";
  if (absent > 0) return `passed in ${passed} of ${had}, not found in ${absent}${beside}`;
  return had === 1 ? "passed" : `passed in ${passed} of ${had}${beside}`;
}

/** Returns the quote in a reply; none for an omission, where the reply's own words are not at fault. */
function quoteIn(reply: string, finding: ChangedSide["finding"]) {
  const quote = finding?.omission === null ? finding.quote : null;
  const start = quote === null || quote === "" ? -1 : reply.indexOf(quote);
  if (start < 0 || quote === null || finding === null) return [];
  const mark = { id: finding.mode_id, tone: "fail", chosen: false } as const;
  return [{ start, end: start + quote.length, mark }];
}
