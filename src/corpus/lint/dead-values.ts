import { findPhrase } from "../../text/contains-words.ts";
import type { CorpusRule } from "../corpus-draft.ts";
import { problemAt } from "../problem-at.ts";
import { draftTurns } from "./draft-turns.ts";

/** The words a branch waits for can occur: "???" is nothing once text is normalised. */
export const deadValues: CorpusRule = ({ scenarios }) =>
  scenarios.flatMap(({ source, draft }) =>
    draftTurns(draft).flatMap(({ turn, path }) =>
      (turn?.branches ?? []).flatMap((branch, index) => {
        const condition = branch?.condition;
        if (condition === undefined || !("values" in condition)) return [];
        return (condition.values ?? []).flatMap((value, at) => {
          if (value === undefined || findPhrase(value, value) !== null) return [];
          const place = [...path, "branches", index, "condition", "values", at];
          return [
            problemAt(source, place, {
              code: "dead-value",
              message: `no reply can contain "${value}" as words`,
            }),
          ];
        });
      }),
    ),
  );
