import { type GoldenJudgement, goldenJudgement } from "../calibrate/golden-judgement.ts";
import type { ScanPlan } from "../schema/scan-plan.ts";
import type { Control, ScanOptions } from "./bench-options.ts";
import { judgeCards } from "./judge-cards.ts";
import { selectCards } from "./select-cards.ts";
import type { Workshop } from "./workshop.ts";

export interface JudgeCalibration {
  readonly judge: string;
  readonly directory: string;
  readonly plan: ScanPlan;
  /** `null` after a dry run. */
  readonly judgement: GoldenJudgement | null;
}

/** A judge on golden cards: what it makes of them against what their authors say. */
export async function calibrateJudge(
  workshop: Workshop,
  options: ScanOptions & { readonly judge: string },
  control: Control,
): Promise<JudgeCalibration> {
  const cards = selectCards(await workshop.corpus(), options.checks ?? []);
  const { judged, ...rest } = await judgeCards(workshop, cards, { options, fresh: false }, control);
  return { judge: options.judge, ...rest, judgement: judged && goldenJudgement(judged) };
}
