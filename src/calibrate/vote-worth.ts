/** How many independent votes the votes of a judge are worth. */
import { verdictKey } from "../domain/keys.ts";
import { aggregationOf, type Ballot, ballotsByWindow, votesAlwaysCast } from "../domain/votes.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { CheckId } from "../schema/ids.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";
import type { Verdict, VerdictRow } from "../schema/scan/verdict.ts";
import { type Answers, effectiveVotes, voteCorrelation } from "../stats/effective-votes.ts";

/**
 * Votes on one question share the conversation, the wording and the judge. How alike their answers are is known from
 * the votes alone; how alike their errors are only where people said what is true.
 */
export interface VoteWorth {
  /** As many as are planned for a question. */
  readonly votes: number;
  readonly of: "answers" | "errors";
  /** Questions with two votes or more that were cast whatever they said. */
  readonly questions: number;
  /** Questions whose further votes depended on the first ones, or that have none. */
  readonly leftOut: number;
  readonly correlation: number | null;
  /** `null` where the correlation is unknown; never more than `votes`. */
  readonly worth: number | null;
  readonly reason?: string;
}

interface Asked {
  /** By model and check. */
  readonly kinds: Map<string, Answers[]>;
  leftOut: number;
}

/** Collects a scan's votes row by row. With labels it looks at errors, on what is labelled and was one question. */
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
      // A label is of the whole row: which of several windows it is about nobody said.
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

/** A void vote is an answer of its own, and no right one. */
function said(ballot: Ballot, truth: Verdict | undefined): string {
  if (truth !== undefined) return ballot === truth ? "right" : "wrong";
  return ballot ?? "void";
}
