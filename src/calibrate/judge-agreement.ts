/** Compares a judge's verdicts with the expected ones: people's labels of a scan, or the labels of golden cards. */

import { by } from "../kernel/order.ts";
import { proportion } from "../measure/proportion.ts";
import type { GoldenCard } from "../schema/corpus/golden-card.ts";
import type { CheckId } from "../schema/ids.ts";
import type { Proportion } from "../schema/scan/estimates.ts";
import { Verdict } from "../schema/scan/verdict.ts";
import { cohenKappa } from "../stats/agreement.ts";
import { type Coefficient, crossTable, withInterval } from "./agreement/agreement-coefficients.ts";
import { type LabelledItem, peopleVerdict } from "./collect-labels.ts";
import { byAxis } from "./label-agreement.ts";

export interface AxisJudgeAgreement extends Confusion {
  /** Labelled verdicts without a majority label or a decision. No comparison includes them. */
  readonly unresolved: number;
  /** Labels of items without a verdict in the scan. */
  readonly notInScan: number;
}

export interface JudgeAgreement {
  readonly judge: string | null;
  readonly axes: readonly (AxisJudgeAgreement & { readonly axis: string })[];
  readonly overall: AxisJudgeAgreement;
}

/** Compares the verdicts of a scan with the decision or majority label. An item named `<transcript_id>#<axis>` is a verdict. */
export function judgeAgreement(
  items: readonly LabelledItem[],
  scan: { readonly judge: string | null; readonly verdicts: ReadonlyMap<string, Verdict> },
): JudgeAgreement {
  return {
    judge: scan.judge,
    axes: byAxis(items).map(([axis, members]) => ({ axis, ...compareWithLabels(members, scan.verdicts) })),
    overall: compareWithLabels(items, scan.verdicts),
  };
}

function compareWithLabels(
  items: readonly LabelledItem[],
  verdicts: ReadonlyMap<string, Verdict>,
): AxisJudgeAgreement {
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
    notInScan: items.length - judged.length,
  };
}

/** A card and the judge's verdict on it. */
export interface JudgedCard {
  readonly card: GoldenCard;
  readonly checkId: CheckId;
  readonly verdict: Verdict;
}

/** Score of a judge on cards. Authors wrote the labels with AI assistance, so this is no validation by people. */
export interface GoldenJudgement {
  readonly checks: readonly (Confusion & { readonly check: CheckId })[];
  readonly overall: Confusion;
  /** The clear cards alone, which every judge should get right. */
  readonly clear: Confusion;
  readonly mistakes: readonly {
    readonly cardId: string;
    readonly kind: GoldenCard["kind"];
    readonly label: Verdict;
    readonly verdict: Verdict;
  }[];
}

export function goldenJudgement(judged: readonly JudgedCard[]): GoldenJudgement {
  const compare = (cards: readonly JudgedCard[]) =>
    confusion(cards.map(({ card, verdict }) => ({ expected: card.label, judged: verdict })));
  const isClear = ({ card }: JudgedCard) => card.kind === "clear_pass" || card.kind === "clear_fail";
  return {
    checks: [...Map.groupBy(judged, ({ checkId }) => checkId)].map(([check, cards]) => ({
      check,
      ...compare(cards),
    })),
    overall: compare(judged),
    clear: compare(judged.filter(isClear)),
    mistakes: judged
      .filter(({ card, verdict }) => card.label !== verdict)
      .map(({ card, verdict }) => ({ cardId: card.card_id, kind: card.kind, label: card.label, verdict })),
  };
}

/** A verdict and the expected one. */
export interface JudgedItem {
  readonly expected: Verdict;
  readonly judged: Verdict;
}

interface Confusion {
  readonly items: number;
  /** `matrix[expected][judged]` */
  readonly matrix: Readonly<Record<Verdict, Readonly<Record<Verdict, number>>>>;
  readonly agreed: Proportion;
  /** Share of the items judged FAIL that are FAIL. */
  readonly precision: Proportion;
  /** Share of the FAIL items that are judged FAIL; UNCLEAR counts as a miss. */
  readonly recall: Proportion;
  /** Share of the items other than FAIL that are not judged FAIL. */
  readonly specificity: Proportion;
  /** Share of all items judged UNCLEAR. */
  readonly unclear: Proportion;
  readonly kappa: Coefficient;
}

/** Compares a judge's verdicts with the expected ones. */
export function confusion(items: readonly JudgedItem[]): Confusion {
  const count = (where: (item: JudgedItem) => boolean) => items.filter(where).length;
  const row = (expected: Verdict) =>
    perVerdict((judged) => count((item) => item.expected === expected && item.judged === judged));
  const found = count(({ expected, judged }) => expected === "FAIL" && judged === "FAIL");
  const flagged = count(({ judged }) => judged === "FAIL");
  const failures = count(({ expected }) => expected === "FAIL");
  const agreed = count(({ expected, judged }) => expected === judged);
  const pairs = items
    .map(({ expected, judged }) => ({ first: expected, second: judged }))
    .sort(by(({ first, second }) => `${first} ${second}`));
  const scale = [...new Set(pairs.flatMap(({ first, second }) => [first, second]))];
  return {
    items: items.length,
    matrix: perVerdict(row),
    agreed: proportion(agreed, items.length),
    precision: proportion(found, flagged),
    recall: proportion(found, failures),
    specificity: proportion(items.length - failures - (flagged - found), items.length - failures),
    unclear: proportion(
      count(({ judged }) => judged === "UNCLEAR"),
      items.length,
    ),
    kappa: withInterval(pairs, (some) => cohenKappa(crossTable(some, scale)), {
      seed: "judge",
      disagreed: agreed < items.length,
    }),
  };
}

function perVerdict<Value>(value: (verdict: Verdict) => Value): Readonly<Record<Verdict, Value>> {
  const entries = Verdict.options.map((verdict) => [verdict, value(verdict)]);
  return Object.fromEntries(entries) as Record<Verdict, Value>; // `entries` holds every verdict.
}
