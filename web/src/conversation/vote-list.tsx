import type { SiteVote, VerdictLane } from "../../../src/schema/site-conversation.ts";
import { VerdictMark } from "../chart/verdict-mark.tsx";
import { MarkedText } from "../text/marked-text.tsx";
import { formatQuantity } from "../words/format-number.ts";
import { voidWords } from "../words/verdict-words.ts";

/** How the judge voted, each time it was asked. */
export function VoteList({ lane: { votes, windows } }: { readonly lane: VerdictLane }) {
  if (votes.length === 0) return <p className="text-quiet">By word list; no judge was asked.</p>;
  return (
    <details>
      <summary>{formatQuantity(votes.length, "vote")}</summary>
      <ol className="mt-2 grid gap-2">
        {votes.map((vote) => (
          <li key={`${vote.window} ${vote.repetition}`} className="border-t border-rule pt-2">
            {vote.verdict === null ? <strong>Void</strong> : <VerdictMark verdict={vote.verdict} />}
            <span className="text-quiet">{where(vote, windows)}</span>
            {vote.void_cause !== null && <p>Void because {voidWords[vote.void_cause]}.</p>}
            {vote.missing_cue !== null && (
              <p>
                Missing: <MarkedText source={vote.missing_cue} />
              </p>
            )}
            {vote.rationale !== "" && (
              <p className="text" dir="auto">
                <MarkedText source={vote.rationale} />
              </p>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}

function where({ window, repetition }: SiteVote, windows: VerdictLane["windows"]): string {
  const seen = windows[window];
  if (seen === undefined || windows.length === 1) return ` · vote ${repetition}`;
  const turns =
    seen.first_turn === seen.last_turn
      ? `turn ${seen.first_turn}`
      : `turns ${seen.first_turn} to ${seen.last_turn}`;
  return ` · vote ${repetition} on ${turns}`;
}
