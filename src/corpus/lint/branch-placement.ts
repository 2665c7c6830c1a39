import type { CorpusRule } from "../corpus-draft.ts";
import { problemAt } from "../problem-at.ts";
import { draftTurns } from "./draft-turns.ts";

/** A branch answers a reply, so turn 1 has none; and a turn's branches have different names. */
export const branchPlacement: CorpusRule = ({ scenarios }) =>
  scenarios.flatMap(({ source, draft }) =>
    draftTurns(draft).flatMap(({ turn, path }, position) => {
      if (turn?.branches === undefined) return [];
      if (position === 0) {
        const message = "the first turn has no branches: there is no reply yet that could choose one";
        return [problemAt(source, [...path, "branches"], { code: "branch-on-first-turn", message })];
      }
      const ids = turn.branches.map((branch) => branch?.branch_id);
      return ids.flatMap((id, index) => {
        if (id === undefined || ids.indexOf(id) === index) return [];
        const message = `two branches of this turn are called "${id}"`;
        return [
          problemAt(source, [...path, "branches", index, "branch_id"], { code: "duplicate-branch", message }),
        ];
      });
    }),
  );
