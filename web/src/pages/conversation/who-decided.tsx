import { useState } from "react";
import { speakerOf } from "../../../../src/domain/evidence.ts";
import type { EvidenceSpan } from "../../../../src/schema/scan/verdict.ts";
import type { SiteVote, VerdictLane } from "../../../../src/site/pages/build-conversation.ts";
import { DecisionStrips } from "../../parts/decision-strip.tsx";
import { MarkedText } from "../../parts/model-text.tsx";
import { VerdictMark } from "../../parts/verdict-mark.tsx";
import { tierWords, verdictWords, voidWords } from "../../words/verdict-words.ts";
import { type Said, saidOfVerdict } from "./said-of-verdict.ts";

/** Lists the first judge, the second judge and people, each with its reason and quotes when opened. */
export function WhoDecided({ lane }: { readonly lane: VerdictLane }) {
  const [open, setOpen] = useState<string | null>(null);
  const { votes, second_judge, people, unapplied = [] } = lane;
  const second = second_judge?.votes ?? [];
  if (votes.length + second.length + unapplied.length === 0 && people === null)
    return <p className="text-quiet">By word list; no judge was asked.</p>;
  const { said, strips, counted } = saidOfVerdict(lane);
  const opened = said.find(({ key }) => key === open);
  return (
    <div className="grid gap-2">
      <DecisionStrips strips={strips} open={open} onOpen={(key) => setOpen(key === open ? null : key)} />
      {opened !== undefined && (
        <div className="border-s-2 border-edge ps-3">
          <Answer said={opened} />
        </div>
      )}
      {people !== null && (
        <p>
          Decided by people,{" "}
          {people.how === "agreed" ? "who agree" : "who differ, so that an adjudicator decided"}. The judge
          had said {verdictWords[people.judge].toLowerCase()}.
        </p>
      )}
      {unapplied.length > 0 && (
        <p className="text-quiet">
          What people said in a review that is not applied to this scan changes no number here.
        </p>
      )}
      <Legend lane={lane} />
      <details>
        <summary>{counted}</summary>
        <ol className="mt-2 grid gap-2">
          {said.map((one) => (
            <li key={one.key} className="border-t border-rule pt-2">
              <Answer said={one} />
            </li>
          ))}
        </ol>
      </details>
    </div>
  );
}

/** One answer: its verdict, reason and quotes. */
function Answer({ said: { verdict, words, vote, note } }: { readonly said: Said }) {
  return (
    <>
      {verdict === null ? <strong>Void</strong> : <VerdictMark verdict={verdict} />}
      <span className="text-quiet">
        {" · "}
        <bdi>{words}</bdi>
      </span>
      {vote !== null && vote.void_cause !== null && <p>Void because {voidWords[vote.void_cause]}.</p>}
      {vote !== null && vote.missing_cue !== null && (
        <p>
          Missing: <MarkedText source={vote.missing_cue} />
        </p>
      )}
      {[vote?.rationale ?? "", note].map(
        (reason) =>
          reason !== "" && (
            <p key={reason} className="text" dir="auto">
              <MarkedText source={reason} />
            </p>
          ),
      )}
      {vote?.shares_words === true && (
        <p className="text-quiet">Its words are those of the verdict, above.</p>
      )}
      {(vote?.evidence ?? []).map((span) => (
        <Evidence key={`${span.turn} ${span.role} ${span.quote}`} span={span} />
      ))}
    </>
  );
}

/** Legend for the marks of differing answers in the conversation; empty without any. */
function Legend({ lane: { votes, second_judge } }: { readonly lane: VerdictLane }) {
  const hasWords = (some: readonly SiteVote[]) => some.some(({ evidence }) => evidence.length > 0);
  const [dissent, second] = [hasWords(votes), hasWords(second_judge?.votes ?? [])];
  if (!dissent && !second) return null;
  return (
    <p className="legend text-quiet">
      In the text: <span className="line verdict-line">the verdict's words</span>
      {dissent && <span className="line dissent">words of another vote</span>}
      {second && <span className="line second">words of the second judge</span>}
    </p>
  );
}

export function Evidence({ span: { quote, role, turn, verification } }: { readonly span: EvidenceSpan }) {
  return (
    <blockquote className="border-s-2 border-edge ps-3">
      <p className="text font-serif text-base" dir="auto">
        {quote === "" ? (
          "(no answer)"
        ) : (
          <>
            “<MarkedText source={quote} />”
          </>
        )}
      </p>
      <p className="text-quiet">
        {speakerOf(role)}, turn {turn}, {tierWords[verification.tier]}
      </p>
    </blockquote>
  );
}
