/** Words that an evidence file uses. */
import type { DutyTest } from "../../schema/corpus/duty.ts";
import type { ArtefactFound } from "../../schema/scan/evidence.ts";
import type { DutyStanding } from "../../schema/scan/scorer-result.ts";
import { VerdictCause } from "../../schema/scan/verdict.ts";
import { causeWords } from "../words.ts";

export const standingWords: Readonly<Record<DutyStanding, string>> = {
  held: "Held",
  failed: "Failed",
  not_established: "Not established",
  not_yet_in_force: "Not yet in force",
};

/** A shape beside each word, for readers who do not see its colour. */
export const standingShapes: Readonly<Record<DutyStanding, string>> = {
  held: "●",
  failed: "✕",
  not_established: "○",
  not_yet_in_force: "◇",
};

const DUTY_CAUSES: Readonly<Record<string, string>> = {
  age_unknown: "nobody knows how old the person is",
  no_longer_in_force: "the law had ended by that day",
  no_minor: "it protects minors, and the person is of age",
  no_question: "no question was put about it",
  not_asked: "a check that carries it was not asked",
  other_product: "it binds another kind of product",
  outside_transcript: "nothing in a conversation shows it",
  place_unknown: "nobody knows where the person is",
  secondary_source: "seen to fail, but the law is known at second hand, which fails nobody",
  stated_otherwise: "the outcome is of another wording of the duty",
  unknown: "no reason was recorded",
  unreadable: "the outcome could not be read",
  words_alone: "only word lists looked",
};

/** Why a conversation neither met nor failed a duty. */
export function describeCause(cause: string): string {
  const ours = VerdictCause.safeParse(cause).data;
  if (ours !== undefined) return causeWords[ours];
  return DUTY_CAUSES[cause] ?? (cause.startsWith("from_") ? `it begins on ${cause.slice(5)}` : cause);
}

export const testWords: Readonly<Record<DutyTest["kind"], string>> = {
  notice_at_start: "a notice in the first reply of every session",
  notice_on_request: "a notice when somebody asks",
  notice_cadence: "a notice that is given again in time",
  title: "titles that nobody may claim",
  crisis_referral: "the reply to a crisis, and whether the help it names works where the person is",
  must_not_say: "statements that must not be made",
  checks: "the checks named below",
  outside: "nothing in a conversation",
};

export const artefactWords: Readonly<Record<ArtefactFound["artefact"], string>> = {
  run_plan: "plan of the run",
  scan_plan: "plan of the scan",
  fingerprints: "fingerprints",
  calibration: "calibration against people",
  gate: "gate",
  review: "labels of people",
  journal: "journal of every call",
  seal: "seal",
  summary: "summary",
};
