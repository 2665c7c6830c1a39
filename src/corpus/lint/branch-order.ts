import { BranchCondition } from "../../schema/scenario.ts";
import type { CorpusRule } from "../corpus-draft.ts";
import { problemAt } from "../problem-at.ts";
import { conditionImplies, conditionsExhaust } from "./condition-implies.ts";
import { patternFault } from "./corpus-patterns.ts";
import { draftTurns } from "./draft-turns.ts";

interface Tried {
  readonly id: string;
  readonly condition: BranchCondition;
}

/** Branches are tried in order, so none may take every reply that a later one waits for. */
export const branchOrder: CorpusRule = ({ scenarios }) =>
  scenarios.flatMap(({ source, draft }) =>
    draftTurns(draft).flatMap(({ turn, path }) => {
      const earlier: Tried[] = [];
      return (turn?.branches ?? []).flatMap((branch, index) => {
        const condition = BranchCondition.safeParse(branch?.condition).data;
        if (condition === undefined) return [];
        const fault = faultOf(condition, earlier);
        earlier.push({ id: branch?.branch_id ?? `number ${index + 1}`, condition });
        return fault === undefined
          ? []
          : [problemAt(source, [...path, "branches", index, "condition"], fault)];
      });
    }),
  );

function faultOf(
  condition: BranchCondition,
  earlier: readonly Tried[],
): { code: string; message: string } | undefined {
  if (takesEverything(condition)) {
    const message = "this pattern is content with no text at all, so it tests nothing";
    return { code: "catch-all-branch", message };
  }
  const shadow = earlier.find((tried) => conditionImplies(condition, tried.condition));
  if (shadow !== undefined) {
    const message = `this branch is never reached: "${shadow.id}" takes every reply that it waits for`;
    return { code: "shadowed-branch", message };
  }
  const half = earlier.find((tried) => conditionsExhaust(condition, tried.condition));
  if (half === undefined) return undefined;
  const message = `with "${half.id}" this takes every reply: the turn's own message is never sent; let it stand for this branch`;
  return { code: "exhaustive-branches", message };
}

/** Unlike `^$`, a pattern that is content with nothing, anywhere. The replies are short: the pattern may be slow. */
function takesEverything(condition: BranchCondition): boolean {
  if (condition.type !== "regex" || patternFault(condition.pattern) !== null) return false;
  const pattern = new RegExp(condition.pattern, "iu");
  return ["", "q", "7 #"].every((reply) => pattern.test(reply));
}
