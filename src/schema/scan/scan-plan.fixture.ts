import { sha256 } from "../../kernel/hash.ts";
import { ScanPlan } from "./scan-plan.ts";

/** A scan that examines nothing. */
export const SCAN_PLAN = ScanPlan.parse({
  schema_version: 1,
  profile: "smoke",
  policy: "fixed",
  judge: null,
  checks: [],
  votes: {},
  transcripts: [],
  eligible_checks: 0,
  planned_llm_calls: { min: 0, expected: 0, max: 0 },
  by_check: {},
  estimated_tokens: { input: 0, output: 0 },
  estimated_cost_usd: null,
  pricing: { known: false, source: null, as_of: null },
  checks_without_judge: [],
  fingerprints: { transcripts: null, scoring: { hash: sha256("anything"), parts: {} } },
});
