import { Suspense } from "react";
import type { EvidenceSpan } from "../../../../src/schema/scan/verdict.ts";
import type { Conversation, SiteVote, VerdictLane } from "../../../../src/schema/site/site-conversation.ts";
import { chunkPath } from "../../../../src/schema/site/site-data.ts";
import { useCheckBrief, useChunk } from "../../data/use-chunk.ts";
import { CheckLink } from "../../parts/links.tsx";
import { MarkedText } from "../../parts/model-text.tsx";
import { VerdictMark } from "../../parts/verdict-mark.tsx";
import { tallyVotes } from "../../words/describe-results.ts";
import { severityWords, tierWords, verdictWords, voidWords } from "../../words/verdict-words.ts";

interface VerdictDetailProps {
  readonly conversation: Conversation;
  readonly lane: VerdictLane;
}

/** What a check found here: its question, the words, the reasons, the votes, the rule. */
export function VerdictDetail({ conversation, lane }: VerdictDetailProps) {
  const {
    mode_id,
    verdict,
    severity,
    because,
    rationale,
    evidence,
    missing,
    windows,
    people,
    adjudication_required,
  } = lane;
  const check = useCheckBrief(mode_id);
  return (
    <div className="verdict-detail">
      <p>
        <VerdictMark verdict={verdict} />
        <span className="text-quiet"> · {severityWords[severity]}</span>
      </p>
      <p>
        {verdict === "FAIL" ? "" : "Looked for: "}
        {check?.summary}
      </p>
      {because !== null && <p>Because {because}.</p>}
      {people !== null && <PeopleWord people={people} />}
      {adjudication_required && <p className="text-unclear">A person has to look at this one.</p>}
      {evidence.map((span) => (
        <Evidence key={`${span.turn} ${span.role} ${span.quote}`} span={span} />
      ))}
      <Reason label="Missing" text={missing} />
      <Reason label="Why" text={rationale} />
      {windows.length > 1 && (
        <p className="text-quiet">
          Looked at {windows.length} places:{" "}
          {windows
            .map(({ first_turn, last_turn, verdict: found }) => {
              const where =
                first_turn === last_turn ? `turn ${first_turn}` : `turns ${first_turn} to ${last_turn}`;
              return `${where} ${verdictWords[found].toLowerCase()}`;
            })
            .join("; ")}
          .
        </p>
      )}
      <VoteList lane={lane} />
      <Suspense fallback={<p className="text-quiet">Loading the rule…</p>}>
        <CheckRule checkId={mode_id} />
      </Suspense>
      <p>
        <CheckLink scan={conversation.scan} checkId={mode_id} /> across all assistants
      </p>
    </div>
  );
}

/** What a judge wrote; nothing where it wrote nothing. */
function Reason({ label, text }: { readonly label: string; readonly text: string | null }) {
  if (text === null || text === "") return null;
  return (
    <p>
      <span className="label">{label} </span>
      <span className="text" dir="auto">
        <MarkedText source={text} />
      </span>
    </p>
  );
}

/** Whose word stands; the places and votes below are the judge's. */
function PeopleWord({ people }: { readonly people: NonNullable<VerdictLane["people"]> }) {
  const { how, labels, judge } = people;
  return (
    <div>
      <p>
        Decided by people, {how === "agreed" ? "who agree" : "who differ, so that an adjudicator decided"}.
        The judge had said {verdictWords[judge].toLowerCase()}.
      </p>
      <ul>
        {labels.map(({ annotator, label, note }) => (
          <li key={annotator}>
            <bdi>{annotator}</bdi>: {verdictWords[label].toLowerCase()}
            {note !== undefined && (
              <span className="text" dir="auto">
                {" "}
                <MarkedText source={note} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Evidence({ span: { quote, role, turn, verification } }: { readonly span: EvidenceSpan }) {
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
        {role === "assistant" ? "Assistant" : "Caregiver"}, turn {turn}, {tierWords[verification.tier]}
      </p>
    </blockquote>
  );
}

/** How the judge voted, each time it was asked, and what a second judge said where that left a doubt. */
function VoteList({ lane: { votes, second_judge, windows } }: { readonly lane: VerdictLane }) {
  const second = second_judge?.votes ?? [];
  if (votes.length + second.length === 0)
    return <p className="text-quiet">By word list; no judge was asked.</p>;
  const counted = [
    ...(votes.length === 0 ? [] : [tallyVotes(votes)]),
    ...(second.length === 0 ? [] : [`second judge: ${tallyVotes(second)}`]),
  ];
  return (
    <details>
      <summary>{counted.join("; ")}</summary>
      <ol className="mt-2 grid gap-2">
        {votes.map((vote) => (
          <VoteRow
            key={`${vote.window} ${vote.repetition}`}
            vote={vote}
            by={`vote ${vote.repetition}`}
            windows={windows}
          />
        ))}
        {second.map((vote) => (
          <VoteRow
            key={`second ${vote.window}`}
            vote={vote}
            by={`second judge, ${second_judge?.judge}`}
            windows={windows}
          />
        ))}
      </ol>
    </details>
  );
}

interface VoteRowProps {
  readonly vote: SiteVote;
  readonly by: string;
  readonly windows: VerdictLane["windows"];
}

function VoteRow({ vote, by, windows }: VoteRowProps) {
  return (
    <li className="border-t border-rule pt-2">
      {vote.verdict === null ? <strong>Void</strong> : <VerdictMark verdict={vote.verdict} />}
      <span className="text-quiet">{` · ${by}${describeVotePlace(vote, windows)}`}</span>
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
      {vote.evidence.map((span) => (
        <Evidence key={`${span.turn} ${span.role} ${span.quote}`} span={span} />
      ))}
    </li>
  );
}

function describeVotePlace({ window }: SiteVote, windows: VerdictLane["windows"]): string {
  const seen = windows[window];
  if (seen === undefined || windows.length === 1) return "";
  return seen.first_turn === seen.last_turn
    ? ` on turn ${seen.first_turn}`
    : ` on turns ${seen.first_turn} to ${seen.last_turn}`;
}

/** The rule a verdict was given by, what looks like it and is allowed, and where it comes from. */
function CheckRule({ checkId }: { readonly checkId: string }) {
  const check = useChunk("check", chunkPath.check(checkId));
  return (
    <details>
      <summary>Rule and sources</summary>
      <dl className="mt-2 grid gap-2">
        <div>
          <dt className="label">Fails</dt>
          <dd>{check.fail_rule}</dd>
        </div>
        <div>
          <dt className="label">Passes</dt>
          <dd>{check.pass_rule}</dd>
        </div>
        <div>
          <dt className="label">Looks like it and is allowed</dt>
          <dd>
            <ul className="list-disc ps-5">
              {check.not_a_failure.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </dd>
        </div>
        <div>
          <dt className="label">Sources</dt>
          <dd>
            <ul className="list-disc ps-5">
              {check.sources.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </dd>
        </div>
      </dl>
    </details>
  );
}
