/**
 * Profiles: how thoroughly a scan looks. Imports no values from a schema: `--help` lists the names without
 * loading one.
 */
import type { Check } from "../schema/corpus/check.ts";
import type { Dimension } from "../schema/ids.ts";
import type { ScanPlan, ScanProfileName } from "../schema/scan/scan-plan.ts";
import type { RepetitionPolicy } from "../schema/scan/verdict.ts";
import { DIMENSIONS } from "./dimensions.ts";

export interface ScanProfile {
  readonly dimensions: readonly Dimension[];
  /** Without a judge, judged checks end UNCLEAR and the coverage says so. */
  readonly judged: boolean;
  /** Whether a judge also searches for failures that word lists miss, and is asked how the caregiver was treated. */
  readonly thorough: boolean;
  /** Whether a judge is asked the scenarios' own criteria by default. */
  readonly rubric: boolean;
  readonly repetitions: number | "as_routed";
  readonly policy: RepetitionPolicy;
}

/** Least thorough first. Apart from the defaults below, no code depends on a profile's name. */
export const SCAN_PROFILES = {
  smoke: {
    dimensions: DIMENSIONS,
    judged: false,
    thorough: false,
    rubric: false,
    repetitions: 1,
    policy: "fixed",
  },
  dev: {
    dimensions: ["A", "B", "F"],
    judged: true,
    thorough: false,
    rubric: false,
    repetitions: "as_routed",
    policy: "mixed",
  },
  full: {
    dimensions: DIMENSIONS,
    judged: true,
    thorough: true,
    rubric: false,
    repetitions: 1,
    policy: "fixed",
  },
  publish: {
    dimensions: DIMENSIONS,
    judged: true,
    thorough: true,
    rubric: true,
    repetitions: "as_routed",
    policy: "mixed",
  },
} as const satisfies Readonly<Record<ScanProfileName, ScanProfile>>;

/** Values of the option. */
export const PROFILE_NAMES = [
  "smoke",
  "dev",
  "full",
  "publish",
] as const satisfies readonly ScanProfileName[];

/** Profiles that apply if none is named. */
export const DEFAULT_PROFILES = {
  evaluation: "publish",
  scan: "dev",
  /** No search and no scorer beyond the checks: only the judge's verdicts on them are measured. */
  attacks: "dev",
  cards: "publish",
  /** Every search that finds a trick, and no more. */
  bots: "full",
} as const satisfies Readonly<Record<string, ScanProfileName>>;

export function profileOf({ profile }: Pick<ScanPlan, "profile">): ScanProfile {
  return SCAN_PROFILES[profile];
}

/** Votes per question; 0 without a judge. `asked` is the user's choice, which replaces the profile's. */
export function repetitionsFor(check: Check, profile: ScanProfile, asked?: number): number {
  if (!check.routing.llm_required || !profile.judged) return 0;
  const wanted = asked ?? profile.repetitions;
  return wanted === "as_routed" ? check.routing.repetitions : wanted;
}

/** Whether the scales of a thorough profile are asked: not if the user chose checks. */
export function wantsScales({
  scales,
  checks = [],
}: {
  readonly scales?: boolean | undefined;
  readonly checks?: readonly string[] | undefined;
}): boolean {
  return scales ?? checks.length === 0;
}

/** When votes stop. `asked` is the user's choice, which replaces the profile's; without a judge it does not matter. */
export function votePolicyFor(profile: ScanProfile, asked?: RepetitionPolicy): RepetitionPolicy {
  return profile.judged ? (asked ?? profile.policy) : profile.policy;
}

/**
 * Whether the scenarios' own criteria are asked: by the user's choice, else by the profile if no checks are
 * named. A simulated judge knows no truth about them and is asked only on request. A scan by a pack's own
 * checks leaves them to the core's scan.
 */
export function isRubricAsked(
  request: {
    readonly profile: ScanProfileName;
    readonly rubric?: boolean | undefined;
    readonly scales?: boolean | undefined;
    readonly checks?: readonly string[] | undefined;
  },
  judge: { readonly simulated: boolean } | null,
  byPack: object | null = null,
): boolean {
  if (judge === null || byPack !== null || request.scales === false) return false;
  const isUsual = SCAN_PROFILES[request.profile].rubric && !judge.simulated && request.checks === undefined;
  return request.rubric ?? isUsual;
}

/** Whether a scan asks how the caregiver was treated, and the scenarios' own criteria. */
export function scalesAsked({
  profile,
  judge,
  scales = true,
  rubric = false,
}: {
  readonly profile: ScanProfileName;
  readonly judge: object | null;
  readonly scales?: boolean | undefined;
  readonly rubric?: boolean | undefined;
}): {
  readonly regard: boolean;
  readonly rubric: boolean;
} {
  const { judged, thorough } = SCAN_PROFILES[profile];
  const isJudged = judged && judge !== null;
  return { regard: isJudged && thorough && scales, rubric: isJudged && rubric };
}

type Checks = Pick<ScanPlan, "checks">;

/** The checks that both scans asked, in the order of the first, and those that only one asked. */
export function sharedChecks({ checks: mine }: Checks, { checks: theirs }: Checks) {
  return {
    shared: mine.filter((id) => theirs.includes(id)),
    leftOut: {
      first: mine.filter((id) => !theirs.includes(id)),
      second: theirs.filter((id) => !mine.includes(id)),
    },
  };
}
