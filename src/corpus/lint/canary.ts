import type { CorpusRule } from "../corpus-draft.ts";
import { problemAt } from "../problem-at.ts";

/** Every scenario carries the corpus's canary, so that leaked data can be recognised. */
export const canary: CorpusRule = ({ canary: line, scenarios }) => {
  if (line.value === null) return [];
  return scenarios.flatMap(({ source, draft }) => {
    if (draft.canary === undefined || draft.canary === line.value) return [];
    return [
      problemAt(source, ["canary"], { code: "wrong-canary", message: "this is not the line of CANARY.txt" }),
    ];
  });
};
