import type { RunId } from "../schema/ids.ts";
import type { ScanFacts } from "./scan-facts.ts";

/** Names a board of several scans in paths. */
export const BOARD_KEY = "board";

/** Several scans as one, for a board of all their models; each model's own pages stay with its scan. */
export function joinFacts(scans: readonly [ScanFacts, ...ScanFacts[]]): ScanFacts {
  const [first] = scans;
  const judges = scans.map(({ costs }) => costs.judgeUsd);
  return {
    ...first,
    scan: BOARD_KEY,
    // An id like any other; no scan of this name is on disk.
    scanId: BOARD_KEY as RunId,
    runId: null,
    createdAt: null,
    homes: new Map(
      scans.flatMap(({ scan, summary }) => summary.models.map(({ model_id }) => [model_id, scan] as const)),
    ),
    summary: {
      ...first.summary,
      simulated: scans.some(({ summary }) => summary.simulated),
      private: scans.some(({ summary }) => summary.private === true) ? true : undefined,
      models: scans.flatMap(({ summary }) => summary.models),
    },
    rates: { ...first.rates, rates: scans.flatMap(({ rates }) => rates.rates) },
    scorecards: scans.flatMap(({ scorecards }) => scorecards),
    failures: scans.flatMap(({ failures }) => failures),
    verdicts: new Map(scans.flatMap(({ verdicts }) => [...verdicts])),
    costs: {
      targetUsd: new Map(scans.flatMap(({ costs }) => [...costs.targetUsd])),
      judgeUsd: judges.reduce((sum, usd) => (sum === null || usd === null ? null : sum + usd), 0),
    },
  };
}
