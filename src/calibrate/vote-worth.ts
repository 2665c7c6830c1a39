/** Estimates how many independent votes a judge's votes are worth. */
import { verdictKey } from "../domain/keys.ts";
import { aggregationOf, type Ballot, ballotsByWindow, votesAlwaysCast } from "../domain/votes.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { CheckId } from "../schema/ids.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";
import type { Verdict, VerdictRow } from "../schema/scan/verdict.ts";
import { type Answers, effectiveVotes, voteCorrelation } from "../stats/effective-votes.ts";

/**
 * Value of several votes on one question, which share the conversation, the wording and the judge. The votes alone show
 * how alike the answers are. Only people's labels show how alike the errors are.
 */
export interface VoteWorth {
  /** Planned votes per question. */
  readonly votes: number;
  readonly of: "answers" | "errors";
  /** Questions with at least two votes that did not depend on each other. */
  readonly questions: number;
  /** Questions without further votes, or whose further votes depended on the first ones. */
  readonly leftOut: number;
  readonly correlation: number | null;
  /** `null` if the correlation is unknown; at most `votes`. */
  readonly worth: number | null;
  readonly reason?: string;
}

interface Asked {
  /** By model and check. */
  readonly kinds: Map<string, Answers[]>;
  leftOut: number;
}

/** Collects a scan's votes row by row. With labels it looks at errors, on labelled items with a single question. */
export function createVoteCollector(
  plan: Pick<ScanPlan, "votes">,
  checks: ReadonlyMap<CheckId, Check>,
  labels: ReadonlyMap<string, Verdict> | null,
) {
  const byVotes = new Map<number, Asked>();
  const of = labels === null ? "answers" : "errors";
  return {
    add(row: VerdictRow): void {
      const check = checks.get(row.mode_id);
      const planned = plan.votes[row.mode_id];
      if (check === undefined || planned === undefined || row.details.votes.length === 0) return;
      const truth = labels?.get(verdictKey(row.transcript_id, row.mode_id));
      if (labels !== null && truth === undefined) return;
      const asked = byVotes.get(planned.repetitions) ?? { kinds: new Map(), leftOut: 0 };
      byVotes.set(planned.repetitions, asked);
      const windows = ballotsByWindow(row);
      const always = votesAlwaysCast(planned.repetitions, planned.policy, aggregationOf(check));
      // A label covers the whole row; it does not say which of several windows it is about.
      const isOneQuestion = labels === null || row.details.windows.length === 1;
      const usable = windows.filter((ballots) => isOneQuestion && always > 1 && ballots.length >= always);
      asked.leftOut += windows.length - usable.length;
      const kind = `${row.model_id} ${row.mode_id}`;
      const answers = usable.map((ballots) => ballots.slice(0, always).map((ballot) => said(ballot, truth)));
      asked.kinds.set(kind, [...(asked.kinds.get(kind) ?? []), ...answers]);
    },
    finish(): readonly VoteWorth[] {
      return [...byVotes]
        .toSorted(([a], [b]) => a - b)
        .map(([votes, { kinds, leftOut }]) => {
          const found = voteCorrelation([...kinds.values()]);
          const questions = found.value?.questions ?? [...kinds.values()].flat().length;
          const base = { votes, of, questions, leftOut } as const;
          if (votes === 1) return { ...base, correlation: null, worth: 1 };
          if (found.value === null) return { ...base, correlation: null, worth: null, reason: found.reason };
          const { correlation } = found.value;
          return { ...base, correlation, worth: effectiveVotes(votes, correlation) };
        });
    },
  };
}

/** Returns the answer of a vote. A void vote is an answer of its own and never correct. */
function said(ballot: Ballot, truth: Verdict | undefined): string {
  if (truth !== undefined) return ballot === truth ? "right" : "wrong";
  return ballot ?? "void";
}
