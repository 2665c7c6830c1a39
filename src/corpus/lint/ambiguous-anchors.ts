import type { CorpusRule } from "../corpus-draft.ts";
import { problemAt } from "../problem-at.ts";
import { draftTurns } from "./draft-turns.ts";

/** An anchor on a turn with branches says which message holds its cue. */
export const ambiguousAnchors: CorpusRule = ({ scenarios }) =>
  scenarios.flatMap(({ source, draft }) => {
    const branched = new Set(
      draftTurns(draft).flatMap(({ turn, t }) => (turn?.branches === undefined ? [] : [t])),
    );
    return (draft.cue_anchors ?? []).flatMap((anchor, index) => {
      if (anchor?.t === undefined || anchor.branch_id !== undefined || !branched.has(anchor.t)) return [];
      const message = `turn ${anchor.t} has branches: the cue must be in every one of them, or the anchor needs a branch_id`;
      return [
        problemAt(source, ["cue_anchors", index], { severity: "warning", code: "ambiguous-anchor", message }),
      ];
    });
  });
