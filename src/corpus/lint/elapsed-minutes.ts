import type { CorpusRule } from "../corpus-draft.ts";
import type { Problem } from "../problem.ts";
import { problemAt } from "../problem-at.ts";
import { draftTurns } from "./draft-turns.ts";

/** The clock of a session only runs forward. */
export const elapsedMinutes: CorpusRule = ({ scenarios }) =>
  scenarios.flatMap(({ source, draft }) => {
    const problems: Problem[] = [];
    const latest = new Map<number | null, number>();
    for (const { turn, path, sessionIndex } of draftTurns(draft)) {
      const minutes = turn?.elapsed_minutes;
      if (minutes === undefined) continue;
      const before = latest.get(sessionIndex);
      if (before !== undefined && minutes <= before) {
        const message = `elapsed_minutes must rise within a session: ${minutes} comes after ${before}`;
        problems.push(problemAt(source, [...path, "elapsed_minutes"], { code: "elapsed-minutes", message }));
      }
      latest.set(sessionIndex, minutes);
    }
    return problems;
  });
