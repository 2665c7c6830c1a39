import type { Verdict } from "../schema/verdict.ts";
import type { LabelledItem } from "./collect-labels.ts";
import { type Confusion, confusion } from "./confusion.ts";
import { byAxis } from "./label-agreement.ts";
import { peopleVerdict } from "./people-verdict.ts";

export interface AxisJudgeAgreement extends Confusion {
  /** Labelled verdicts on which no label has most annotators and nobody decided: in no comparison. */
  readonly unresolved: number;
  /** Labels of items that the scan has no verdict on. */
  readonly not_in_scan: number;
}

export interface JudgeAgreement {
  readonly judge: string | null;
  readonly axes: readonly (AxisJudgeAgreement & { readonly axis: string })[];
  readonly overall: AxisJudgeAgreement;
}

/** The verdicts of a scan against what was decided or most annotators say. An item is a verdict where it is `<transcript_id>#<axis>`. */
export function judgeAgreement(
  items: readonly LabelledItem[],
  scan: { readonly judge: string | null; readonly verdicts: ReadonlyMap<string, Verdict> },
): JudgeAgreement {
  return {
    judge: scan.judge,
    axes: byAxis(items).map(([axis, members]) => ({ axis, ...compare(members, scan.verdicts) })),
    overall: compare(items, scan.verdicts),
  };
}

function compare(items: readonly LabelledItem[], verdicts: ReadonlyMap<string, Verdict>): AxisJudgeAgreement {
  const judged = items.flatMap((labelled) => {
    const verdict = labelled.item.endsWith(`#${labelled.axis}`) ? verdicts.get(labelled.item) : undefined;
    return verdict === undefined ? [] : [{ expected: peopleVerdict(labelled), judged: verdict }];
  });
  const resolved = judged.flatMap(({ expected, ...rest }) =>
    expected === null ? [] : [{ expected, ...rest }],
  );
  return {
    ...confusion(resolved),
    unresolved: judged.length - resolved.length,
    not_in_scan: items.length - judged.length,
  };
}
