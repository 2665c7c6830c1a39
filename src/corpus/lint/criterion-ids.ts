import type { CorpusRule } from "../corpus-draft.ts";
import type { Problem } from "../problem.ts";
import { problemAt } from "../problem-at.ts";
import type { SourcePath } from "../source-node.ts";
import { draftTurns } from "./draft-turns.ts";

/** A rubric criterion's id names one question of its scenario. */
export const criterionIds: CorpusRule = ({ scenarios }) =>
  scenarios.flatMap(({ source, draft }) => {
    const problems: Problem[] = [];
    const first = new Map<string, number>();
    const visit = (
      rubric: readonly ({ readonly id?: string | undefined } | undefined)[] | undefined,
      path: SourcePath,
    ): void => {
      for (const [index, criterion] of (rubric ?? []).entries()) {
        if (criterion?.id === undefined) continue;
        const place = [...path, "rubric", index, "id"];
        const before = first.get(criterion.id);
        if (before === undefined) first.set(criterion.id, source.locate(place).line);
        else {
          const message = `two criteria of this scenario are called "${criterion.id}": the other is on line ${before}`;
          problems.push(problemAt(source, place, { code: "duplicate-criterion", message }));
        }
      }
    };
    for (const { turn, path } of draftTurns(draft)) {
      visit(turn?.rubric, path);
      for (const [index, branch] of (turn?.branches ?? []).entries())
        visit(branch?.rubric, [...path, "branches", index]);
    }
    return problems;
  });
