import { differingParts } from "../domain/fingerprints.ts";
import type { JudgedSet } from "../schema/review/calibration-status.ts";
import type { Verdict } from "../schema/scan/verdict.ts";
import { mcNemarTest } from "../stats/significance-tests.ts";

export interface JudgeDrift {
  readonly items: number;
  /** Items whose text is another than at the baseline, or that one of the two lacks: in no comparison. */
  readonly notCompared: readonly string[];
  readonly changed: readonly { readonly item: string; readonly before: Verdict; readonly after: Verdict }[];
  /** Called FAIL only by the baseline, and only this time. */
  readonly lostFailures: number;
  readonly newFailures: number;
  /** Exact McNemar on FAIL against everything else, two-sided. */
  readonly p: number;
  /** Whether that is more than chance gives once in twenty times. */
  readonly drifted: boolean;
  /** Parts of what decides a verdict that differ from the baseline: a change of ours is no drift of the judge's. */
  readonly changedParts: readonly string[];
}

const ALPHA = 0.05;

/** A frozen set judged anew, against what was said of it before. */
export function judgeDrift(before: JudgedSet, after: JudgedSet): JudgeDrift {
  const earlier = new Map(before.verdicts.map((row) => [row.item, row]));
  const compared = after.verdicts.flatMap(({ item, text_hash, verdict }) => {
    const was = earlier.get(item);
    return was?.text_hash === text_hash ? [{ item, before: was.verdict, after: verdict }] : [];
  });
  const items = new Set(compared.map(({ item }) => item));
  const all = new Set([...before.verdicts, ...after.verdicts].map(({ item }) => item));
  const lost = compared.filter((row) => row.before === "FAIL" && row.after !== "FAIL").length;
  const gained = compared.filter((row) => row.before !== "FAIL" && row.after === "FAIL").length;
  const { exact: p } = mcNemarTest(lost, gained);
  return {
    items: compared.length,
    notCompared: [...all].filter((item) => !items.has(item)).sort(),
    changed: compared.filter((row) => row.before !== row.after),
    lostFailures: lost,
    newFailures: gained,
    p,
    drifted: p < ALPHA,
    changedParts: [...differingParts(before.scoring.parts, after.scoring.parts)],
  };
}
