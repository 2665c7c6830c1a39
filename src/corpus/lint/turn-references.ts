import type { CorpusRule } from "../corpus-draft.ts";
import { problemAt } from "../problem-at.ts";
import { draftTurns } from "./draft-turns.ts";

/** Probes, risk triggers and cue anchors name turns that exist. */
export const turnReferences: CorpusRule = ({ scenarios }) =>
  scenarios.flatMap(({ source, draft }) => {
    const known = draftTurns(draft).map(({ t }) => t);
    if (known.length === 0) return [];
    const range = `the scenario's turns are ${Math.min(...known)} to ${Math.max(...known)}`;
    return (["probes", "risk_triggers", "cue_anchors"] as const).flatMap((key) =>
      (draft[key] ?? []).flatMap((reference, index) => {
        const t = reference?.t;
        if (t === undefined || known.includes(t)) return [];
        return [
          problemAt(source, [key, index, "t"], {
            code: "turn-out-of-range",
            message: `there is no turn ${t}: ${range}`,
          }),
        ];
      }),
    );
  });
