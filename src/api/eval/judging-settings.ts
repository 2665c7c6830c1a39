/** Judging settings as options and as plan keys: `JUDGING_OPTIONS` maps each option to its key. */
import {
  BY_PACK_OPTION,
  JUDGING_OPTIONS,
  type OptionRows,
  WORK_OPTIONS,
  WORKERS_OPTION,
} from "../../domain/work-options.ts";
import { PlannedEvaluation } from "../../schema/run/run-plan.ts";
import type { ScanPlan } from "../../schema/scan/scan-plan.ts";
import type { ScanOptions } from "../bench-options.ts";

const ALL = { ...JUDGING_OPTIONS, ...BY_PACK_OPTION, ...WORKERS_OPTION, ...WORK_OPTIONS };
// An option without a row, or a row without an option, does not compile.
const ROWS = ALL satisfies OptionRows<ScanOptions, typeof ALL>;

type KeyOf<Option extends keyof typeof ROWS> = (typeof ROWS)[Option] extends {
  readonly inPlan: infer Key extends keyof PlannedEvaluation;
}
  ? Key
  : never;
type PlannedOption = {
  [Option in keyof typeof ROWS]: KeyOf<Option> extends never ? never : Option;
}[keyof typeof ROWS];

const OPTION_OF = Object.fromEntries(
  Object.entries(ROWS).flatMap(([option, row]) => ("inPlan" in row ? [[row.inPlan, option]] : [])),
) as { readonly [Option in PlannedOption as KeyOf<Option>]: Option }; // as the rows say

/** The options that decide verdicts, in the order of the plan. */
export const PLANNED_OPTIONS = PlannedEvaluation.keyof().options.map((key) => {
  const option = OPTION_OF[key];
  const row = ROWS[option];
  return { key, option, leftOut: "leftOut" in row ? row.leftOut : undefined };
});

/** Returns the given options that decide verdicts. */
export function decidingOptions(options: ScanOptions): Pick<ScanOptions, PlannedOption> {
  return withoutUndefined(PLANNED_OPTIONS.map(({ option }) => [option, options[option]]));
}

/** Returns the same, by their keys in a plan. */
export function planKeys(options: { readonly [Option in PlannedOption]?: unknown }): object {
  return withoutUndefined(
    PLANNED_OPTIONS.map(({ key, option, leftOut }) => [
      key,
      options[option] === leftOut ? undefined : options[option],
    ]),
  );
}

type OptionsIn<Plan> = {
  readonly [Option in PlannedOption]?: KeyOf<Option> extends keyof Plan
    ?
        | Exclude<Plan[KeyOf<Option>], undefined>
        | ((typeof ROWS)[Option] extends { leftOut: infer Value } ? Value : never)
    : never;
};

/** Converts a plan's settings to options. */
export function optionsIn<Plan extends { readonly [Key in keyof PlannedEvaluation]?: unknown }>(
  plan: Plan,
): OptionsIn<Plan> {
  // Each value comes from its own key.
  return withoutUndefined(
    PLANNED_OPTIONS.map(({ key, option, leftOut }) => [option, plan[key] ?? leftOut]),
  ) as OptionsIn<Plan>;
}

function withoutUndefined(entries: readonly (readonly [string, unknown])[]): object {
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/**
 * Returns the options with which a scan of the same transcripts has this plan, except for the number of votes and
 * when they stop.
 */
export function judgingOfScan({ votes: _, judge, adjudicator, ...plan }: ScanPlan) {
  const asked = { judge: judge?.model_id, adjudicator: adjudicator?.model_id };
  return { ...optionsIn({ scales: true, ...plan, ...asked }), profile: plan.profile };
}
