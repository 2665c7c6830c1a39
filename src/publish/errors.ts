import { defineErrors } from "../kernel/define-errors.ts";
import { BenchError, ExitCode } from "../kernel/errors.ts";
import type { CheckId } from "../schema/ids.ts";
import { askIfMeant, nameSome, namesLike } from "../text/match/nearest-name.ts";

/** Reasons why scans cannot form a board; the names are permanent. */
export type RefusalName =
  | "duplicate_model"
  | "unequal_coverage"
  | "unlike_fingerprints"
  | "unresolved_gate"
  | "harness"
  | "simulated"
  | "judged_by_files"
  | "private"
  | "pack"
  | "incomplete"
  | "nothing_scored"
  | "passes_without_quotes"
  | "other_corpus";

export interface Refusal {
  readonly name: RefusalName;
  readonly message: string;
  /** Location of its undecided verdicts. */
  readonly look?: { readonly scan: string; readonly checks: readonly CheckId[] };
}

/** Some scans cannot be on one board. The message lists every reason by its name. */
export class BoardRefusedError extends BenchError {
  readonly code = "IB_BOARD_REFUSED";
  readonly refusals: readonly Refusal[];

  constructor(refusals: readonly Refusal[]) {
    const reasons = refusals.map(({ name, message }) => `  ${name}: ${message}`);
    const looks = refusals.flatMap(({ look }) => (look === undefined ? [] : [lookAt(look)]));
    super(`These scans make no board:\n${reasons.join("\n")}`, {
      hint: [
        ...(looks.length === 0 ? [] : [`See the verdicts: ${[...new Set(looks)].join(", ")}.`]),
        "docs/leaderboard.md says what each reason means and what to do about it. Scans are named by their way from the board's folder.",
      ].join(" "),
    });
    this.refusals = refusals;
  }
}

function lookAt({ scan, checks }: NonNullable<Refusal["look"]>): string {
  const named = checks.map((id) => `"${id}"`).join(",");
  const options = checks.length === 0 ? "" : `, { checks: [${named}] }`;
  return `\`bench.find("${scan}"${options})\``;
}

/** Two scans were made differently, so that their difference would say nothing about the models. */
export class UnlikeScansError extends BenchError {
  readonly code = "IB_UNLIKE_SCANS";
  readonly differingParts: readonly string[];

  constructor(first: string, second: string, parts: readonly string[], hint?: string) {
    super(`${first} and ${second} differ in ${parts.join(", ")}.`, {
      hint: hint ?? "Repeat one of them with the corpus, the judge and the settings of the other.",
    });
    this.differingParts = parts;
  }
}

export const publishErrors = defineErrors({
  /** A scan is its own baseline, or the baseline is a copy of it: no failure would be new. */
  IB_BASELINE_IS_SUBJECT: (subject: string, baseline: string) => [
    `${subject} and its baseline ${baseline} hold the same conversations.`,
    "Name the scan of what is in use as `baseline`, or leave `baseline` out.",
  ],

  /** The judge of a scan passed replies without quoting anything. There is no sign that it read them. */
  IB_PASSES_WITHOUT_QUOTES: (path: string, described: string) => [
    `${path}: ${described}. Such passes prove nothing.`,
    'Look at some with `bench.find(scan, { verdicts: ["PASS"] })`, and scan again with a judge that quotes.',
  ],

  /** The other scan lacks a counterpart of the model, or has no conversation on any of its scenarios. */
  // @param known the models there are; `null` where it is scenarios that are missing
  // @param isSame whether it is the scan that the model itself is of, and no other model of it was named
  IB_NOTHING_TO_PAIR: (wanted: string, path: string, known: readonly string[] | null, isSame = false) => {
    const others = known ?? [];
    return [
      isSame
        ? `${path} is set against itself, and ${wanted} alone was named.`
        : known === null
          ? `${path} has no scenario in common with the conversations of ${wanted}.`
          : `${path} has no model to set against ${wanted}.`,
      isSame
        ? `Name the other one too, with \`firstModel\` and \`secondModel\`: ${nameSome(others)}.`
        : known === null
          ? "Conversations are paired by their scenario, and those of logs have none: periods of logs are compared with `bench.monitor.compare(a, b)`."
          : `${askIfMeant(namesLike(wanted, others))}It holds: ${nameSome(others)}.`,
    ];
  },

  /** Two scans have no check in common, so nothing can be compared. */
  IB_NO_SHARED_CHECK: (first: string, second: string) => [
    `${first} and ${second} asked no check in common.`,
    "Scan one of the runs again with the checks of the other.",
  ],

  /** A scan holds no anchor together with one of its variants. */
  IB_NO_CONTRAST: (path: string) => [
    `${path} holds no scenario together with a variant of it.`,
    {
      hint: 'Run the whole corpus, or select a contrast group: `scenarios: ["safety_crisis_bin_days_001*"]`.',
      exitCode: ExitCode.incomplete,
    },
  ],
});
