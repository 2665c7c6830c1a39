import type { CorpusRule } from "../corpus-draft.ts";
import { problemAt } from "../problem-at.ts";

/** Only A and B gate, so only their checks say how a gate's votes combine. */
export const gateAggregation: CorpusRule = ({ checks }) =>
  checks.flatMap(({ source, draft: { primary_bucket: bucket, routing } }) => {
    if (bucket === undefined || bucket === "A" || bucket === "B" || routing?.gate_aggregation === undefined)
      return [];
    const message = `a check of dimension ${bucket} does not gate: gate_aggregation has no meaning here`;
    const path = ["routing", "gate_aggregation"];
    return [problemAt(source, path, { severity: "warning", code: "gate-aggregation", message })];
  });
