/** How conversations are judged, as options and as plans keep it: `JUDGING_OPTIONS` says which option has which key there. */
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
export const PLANNED_OPTIONS = PlannedEvaluation.keyof().options.map((key) => ({
  key,
  option: OPTION_OF[key],
}));

/** Those that were given of the options that decide verdicts. */
export function decidingOptions(options: ScanOptions): Pick<ScanOptions, PlannedOption> {
  const given = PLANNED_OPTIONS.flatMap(({ option }) =>
    options[option] === undefined ? [] : [[option, options[option]] as const],
  );
  return Object.fromEntries(given);
}

/** The same by their keys in a plan. */
export function planKeys(options: { readonly [Option in PlannedOption]?: unknown }) {
  return Object.fromEntries(
    PLANNED_OPTIONS.flatMap(({ key, option }) =>
      options[option] === undefined ? [] : [[key, options[option]] as const],
    ),
  );
}

type OptionsIn<Plan> = {
  readonly [Option in PlannedOption]?: KeyOf<Option> extends keyof Plan
    ? Exclude<Plan[KeyOf<Option>], undefined>
    : never;
};

/** What a plan says, as options. */
export function optionsIn<Plan extends { readonly [Key in keyof PlannedEvaluation]?: unknown }>(
  plan: Plan,
): OptionsIn<Plan> {
  const options = PLANNED_OPTIONS.flatMap(({ key, option }) =>
    plan[key] === undefined ? [] : [[option, plan[key]] as const],
  );
  return Object.fromEntries(options) as OptionsIn<Plan>; // each from its own key
}

/** The options with which a scan of the same transcripts has this plan, but for the number of votes and when they stop. */
export function judgingOfScan({ votes: _, judge, adjudicator, ...plan }: ScanPlan) {
  const asked = { judge: judge?.model_id, adjudicator: adjudicator?.model_id };
  return {
    ...optionsIn({ rubric: false, scales: true, deidentify: false, ...plan, ...asked }),
    profile: plan.profile,
  };
}
