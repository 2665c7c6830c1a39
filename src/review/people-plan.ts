/** Plans a scan whose verdicts come from another scan, except for those that people decided. */
import { hashOf, sha256 } from "../kernel/hash.ts";
import { type RunId, Sha256 } from "../schema/ids.ts";
import { ADJUDICATED, HumanLabel } from "../schema/review/review-label.ts";
import { type PeopleSource, ScanPlan } from "../schema/scan/scan-plan.ts";
import { Verdict, type VerdictRow } from "../schema/scan/verdict.ts";
import type { PeopleDecisions } from "./apply-labels.ts";

/** Input of the merge: label files, row by row, and their batches. */
export interface AppliedFiles {
  readonly files: readonly (readonly HumanLabel[])[];
  readonly batches: PeopleSource["batches"];
}

const NO_CALLS = { min: 0, expected: 0, max: 0 };

/** Plans a scan of the same conversations without a judge, and names its source. */
export function planByPeople(
  from: {
    readonly scanId: RunId;
    readonly plan: ScanPlan;
    /** Hash of the bytes of its rows. */
    readonly verdicts: Sha256;
  },
  applied: AppliedFiles & {
    readonly decisions: PeopleDecisions;
    /** Rows with people's decisions applied. */
    readonly rows: readonly VerdictRow[];
  },
): ScanPlan {
  const { by_scorer: _, estimated_cost_parts_usd: __, ...plan } = from.plan;
  const people: PeopleSource = {
    scan_id: from.scanId,
    scoring: from.plan.fingerprints.scoring.hash,
    verdicts: from.verdicts,
    labels: applied.files.map((rows) => ({ sha256: hashOfLabels(rows), rows: rows.length })),
    batches: applied.batches,
    annotators: annotatorsIn(applied.files),
    decided: countDecided(applied.rows),
    alone: applied.decisions.alone.length,
    disputed: applied.decisions.disputed.length,
  };
  const parts = {
    ...plan.fingerprints.scoring.parts,
    people: Sha256.parse(hashOf(people.labels.map((file) => file.sha256))),
  };
  return ScanPlan.parse({
    ...plan,
    people,
    planned_llm_calls: NO_CALLS,
    by_check: Object.fromEntries(
      Object.entries(plan.by_check).map(([id, planned]) => [id, { ...planned, calls: NO_CALLS }]),
    ),
    estimated_tokens: { input: 0, output: 0 },
    estimated_cost_usd: { low: 0, expected: 0, high: 0 },
    fingerprints: { ...plan.fingerprints, scoring: { hash: hashOf(parts), parts } },
  });
}

/** Hashes a label file in the form that `review merge` writes. */
export function hashOfLabels(rows: readonly HumanLabel[]): Sha256 {
  return Sha256.parse(sha256(rows.map((row) => `${JSON.stringify(HumanLabel.parse(row))}\n`).join("")));
}

function annotatorsIn(files: AppliedFiles["files"]): string[] {
  const names = new Set(files.flat().map(({ annotator }) => annotator));
  names.delete(ADJUDICATED);
  return [...names].toSorted();
}

function countDecided(rows: readonly VerdictRow[]): PeopleSource["decided"] {
  const decided = rows.flatMap(({ verdict, details: { people } }) =>
    people === undefined ? [] : [{ judge: people.judge.verdict, people: verdict }],
  );
  return Verdict.options.flatMap((judge) =>
    Verdict.options.flatMap((people) => {
      const verdicts = decided.filter((each) => each.judge === judge && each.people === people).length;
      return verdicts === 0 ? [] : [{ judge, people, verdicts }];
    }),
  );
}

const NAME_DIGITS = 8;

/** Names the scan after the other scan and the labels: the same labels give the same scan. */
export function peopleScanName({ people, fingerprints }: ScanPlan): string {
  const labels = fingerprints.scoring.parts["people"] ?? "";
  return `${people?.scan_id}-labels-${labels.slice(0, NAME_DIGITS)}`;
}
