import type { CorpusRule } from "../corpus-draft.ts";
import type { Problem } from "../problem.ts";
import { problemAt } from "../problem-at.ts";
import { draftTurns } from "./draft-turns.ts";

/** Turns count from 1 without gaps or repeats, running on through sessions. */
export const turnIndices: CorpusRule = ({ scenarios }) =>
  scenarios.flatMap(({ source, draft }) => {
    const problems: Problem[] = [];
    const seen = new Set<number>();
    let previous = 0;
    let previousSession: number | null = null;
    for (const { turn, path, t, sessionIndex } of draftTurns(draft)) {
      const expected = previous + 1;
      if (turn?.t !== undefined && t !== expected) {
        const isRestart = sessionIndex !== previousSession && previous > 0 && t === 1;
        const code = seen.has(t) && !isRestart ? "duplicate-turn" : isRestart ? "turn-restart" : "turn-gap";
        const message = {
          "duplicate-turn": `t ${t} is there twice: expected ${expected}`,
          "turn-restart": `t runs on through sessions: expected ${expected}, found 1`,
          "turn-gap":
            previous === 0
              ? `turns count from 1, found ${t}`
              : `after turn ${previous} comes ${expected}, found ${t}`,
        }[code];
        problems.push(problemAt(source, [...path, "t"], { code, message }));
      }
      seen.add(t);
      previous = t;
      previousSession = sessionIndex;
    }
    return problems;
  });
