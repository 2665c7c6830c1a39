import { MAIN_BRANCH } from "../../schema/scenario.ts";
import type { CorpusRule } from "../corpus-draft.ts";
import { nearestName } from "../nearest-name.ts";
import { problemAt } from "../problem-at.ts";
import type { SourcePath } from "../source-node.ts";
import { draftTurns } from "./draft-turns.ts";

interface Reference {
  readonly path: SourcePath;
  readonly t: number | undefined;
  readonly branchId: string | undefined;
}

/** A `branch_id` names a branch of its turn, or `main`. */
export const branchReferences: CorpusRule = ({ scenarios }) =>
  scenarios.flatMap(({ source, draft }) => {
    const turns = draftTurns(draft);
    const references: Reference[] = [
      ...(["probes", "risk_triggers", "cue_anchors"] as const).flatMap((key) =>
        (draft[key] ?? []).map((item, index) => ({
          path: [key, index],
          t: item?.t,
          branchId: item?.branch_id,
        })),
      ),
      ...turns.flatMap(({ turn, path, t }) =>
        (turn?.probes ?? []).map((probe, index) => ({
          path: [...path, "probes", index],
          t,
          branchId: probe?.branch_id,
        })),
      ),
    ];
    return references.flatMap(({ path, t, branchId }) => {
      const turn = turns.find((candidate) => candidate.t === t)?.turn;
      if (turn === undefined || branchId === undefined || branchId === MAIN_BRANCH) return [];
      const ids = (turn.branches ?? []).map((branch) => branch?.branch_id);
      // A branch whose id could not be read might be the one that is meant.
      if (ids.includes(branchId) || ids.includes(undefined)) return [];
      const known = ids.filter((id) => id !== undefined);
      const message = `turn ${t} has no branch "${branchId}": ${known.length === 0 ? "it has none" : known.join(", ")}`;
      const nearest = nearestName(branchId, [...known, MAIN_BRANCH]);
      return [problemAt(source, [...path, "branch_id"], { code: "unknown-branch", message, nearest })];
    });
  });
