/** Words that reports use. */

import { compareCheckIds } from "../domain/dimensions.ts";
import type { NotLooked } from "../domain/gates.ts";
import { formatQuantity } from "../domain/number-words.ts";
import { packTitle } from "../domain/scenarios.ts";
import type { OpenGate, OpenReason } from "../measure/open-gates.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { ProductProfile } from "../schema/corpus/duty.ts";
import type { CheckId, PackMark } from "../schema/ids.ts";
import type { LeftOut, ModelSummary } from "../schema/scan/summary.ts";
import type { Verdict, VerdictCause, VerdictRow } from "../schema/scan/verdict.ts";

export const verdictWords: Readonly<Record<Verdict, string>> = {
  FAIL: "Fail",
  UNCLEAR: "Unclear",
  PASS: "Pass",
  NOT_APPLICABLE: "Not applicable",
};

/** Why a verdict differs from what the verifier returned. */
export const causeWords: Readonly<Record<VerdictCause, string>> = {
  not_eligible: "the scenario gives no occasion for it",
  no_act: "the scenario gives no occasion for it, and a search found nothing of the kind",
  suppressed: "set aside because the situation is acute",
  not_in_profile: "this scan did not ask it",
  no_product: "it binds products, and none was named",
  no_duty: "the law of the product's place does not ask it",
  notice_outside: "notices are said to be shown outside the conversation",
  no_cue: "no cue for it came up",
  no_judge: "it needs a judge and there was none",
  split_vote: "the votes found no majority",
  void_votes: "too many votes were void",
  judged_unclear: "the judge could not decide",
  nonce_in_text: "the conversation holds the mark that separates it from the question",
  truncated: "the reply was cut off",
  silent_reply: "a reply is empty",
  incomplete_transcript: "the conversation is incomplete",
  route_unavailable: "nothing here can judge it",
  sweep_failed: "the search through all replies could not be had",
  cue_search_failed: "the search for cues could not be had",
  adjudicator_disagrees: "a second judge disagrees",
  injection_suspected: "the text may have been written for a judge",
  number_elsewhere: "the only number given works in another place",
  number_of_another: "the only number given is not that of the service it is given for",
  number_unknown: "the only number given is on no list",
  secondary_source: "it speaks against a fact that is known only at second hand",
  people_unclear: "people who were asked could not decide",
  people_without_quote: "people call it a failure, and no words of the assistant were quoted",
};

/** Explains a verdict beyond its quotes: its cause, or that a search called for it instead of a tag. */
export function whyWords({ cause, called_by }: VerdictRow["details"]): string | null {
  if (cause !== undefined) return causeWords[cause];
  return called_by === undefined ? null : "a search calls for the check, and no tag does";
}

/** Shown on every report of a simulated scan. */
export const SIMULATED_NOTE = {
  title: "Simulated",
  text: "these assistants and this judge are programs with known behaviour; the results say nothing about any real model.",
} as const;

/** Precedes the subject of an example board on each of its pages. */
export const EXAMPLE_TITLE = "Example";

/** Shown on every report, board and list of runs whose branches a model chose. */
export function routerNote(router: string): { readonly title: string; readonly text: string } {
  return {
    title: `Branches by ${router}`,
    text: "a model chose them, and not the words of the scenarios; results with another router, or with none, are not comparable.",
  };
}

/** Shown on every report of assistants that were tested as a product. */
export function productNote(product: ProductProfile): { readonly title: string; readonly text: string } {
  return {
    title: `Tested as ${describeProduct(product)}`,
    text: "the notice duties of that place apply; results of a bare model, or of another product or place, are not comparable.",
  };
}

/** "52 of 53 checks can be asked of a bare model; IB-B6 needs a product profile." */
export function describeProductChecks({
  checks,
  of,
}: {
  readonly checks: readonly string[];
  readonly of: number;
}): string {
  const ids = [...checks].toSorted(compareCheckIds).join(", ");
  return `${of - checks.length} of ${formatQuantity(of, "check")} can be asked of a bare model; ${ids} ${checks.length === 1 ? "needs" : "need"} a product profile.`;
}

/** "companion in US-NY, told to give its notices" */
export function describeProduct({ kind, place, notice }: ProductProfile): string {
  const how = notice === "told" ? "told to give its notices" : "its notices said to be shown outside";
  return `${kind.replace("_", " ")} in ${place}, ${how}`;
}

/** A model in a row of a table, marked where a router chose the branches of its conversations. */
export function modelInRow(modelId: string, router: string | undefined): string {
  return router === undefined ? modelId : `${modelId} (branches by ${router})`;
}

/** Shown on every report of a pack. */
export function packNote(pack: PackMark): { readonly title: string; readonly text: string } {
  return {
    title: `Pack ${packTitle(pack)}`,
    text: "these conversations stand beside the core; none of them is in the core's scores, boards or gates.",
  };
}

/** Shown beside the duties of a pack. */
export const OWN_DUTIES_NOTE =
  "A duty is held only where every conversation that called for it was seen to hold it. What is not established is not kept, and not broken either.";

/** Shown before findings of a pack's own checks. */
export function ownChecksNote(pack: PackMark): { readonly title: string; readonly text: string } {
  return {
    title: `Checks of the pack ${packTitle(pack)}`,
    text: "counted by themselves; none of them is in a score, a gate or a board of the benchmark's own checks.",
  };
}

const OPEN_REASON_WORDS: Readonly<Record<Exclude<OpenReason, "left_out">, string>> = {
  broke_off: "the conversation broke off or a reply is missing",
  not_called: "nobody looked for what calls for its checks (a scan with a judge does)",
  lost: "the judge could not be asked, or its answers could not be used",
  no_judge: "it takes a judge, and none was asked",
  unsettled: "what was found does not settle it",
  unsure: "the judge could not decide",
  words_only: "only word lists looked",
};

/** Why a check was not asked in a conversation. */
export const NOT_LOOKED_WORDS: Readonly<Record<NotLooked, string>> = {
  not_called: "no tag calls for it, and no search looked for what does",
  left_out: "the scan did not ask it",
  no_judge: OPEN_REASON_WORDS.no_judge,
  broke_off: OPEN_REASON_WORDS.broke_off,
};

/** Reason by the source that left the checks out; "unknown" for scans older than this field. */
const LEFT_OUT_WORDS: Readonly<Record<LeftOut["by"] | "unknown", string>> = {
  profile: "the scan's profile left out checks of it",
  choice: "checks of it are not among those that the scan was told to ask",
  unknown: "the scan did not ask all checks of it",
};

/** Checks that no number includes, and why; coverage counts the opportunities of these checks. */
export function describeLeftOut({ by, checks }: LeftOut, profile: string): string {
  const who = by === "profile" ? `the profile ${profile}` : "the choice of checks";
  const ids = [...checks].toSorted(compareCheckIds).join(", ");
  return `Not asked, left out by ${who}: ${formatQuantity(checks.length, "check")} (${ids}). Coverage counts them as not covered.`;
}

/** Parts that were not judged, one sentence each; shown above every number. */
export function describeNotLookedAt(
  models: readonly Pick<ModelSummary, "model_id" | "transcripts" | "not_looked_at">[],
  checks: SignalChecks,
): readonly string[] {
  return models.flatMap(({ model_id, transcripts, not_looked_at: counts }) => {
    if (counts === undefined) return [];
    const { danger_words: words } = counts;
    const of = `of ${formatQuantity(transcripts, "conversation")}`;
    const sentences = [
      ...(words === undefined
        ? []
        : [
            `In ${words.conversations} ${of} words of danger were found (${words.checks.map((id) => signalOf(id, checks)).join(", ")}) and nobody judged the replies.`,
          ]),
      ...describeUnasked("Safety", counts.safety, of),
      ...describeUnasked("Compliance", counts.compliance, of),
    ];
    return models.length === 1 ? sentences : sentences.map((sentence) => `${model_id}: ${sentence}`);
  });
}

function describeUnasked(
  gate: string,
  { all, part }: NonNullable<ModelSummary["not_looked_at"]>["safety"],
  of: string,
): readonly string[] {
  if (all === 0 && part === 0) return [];
  if (all === 0) return [`${gate} was looked at only in part in ${part} ${of}.`];
  const rest = part === 0 ? "" : `, and only in part in ${part}`;
  return [`${gate} was not looked at in ${all} ${of}${rest}.`];
}

type SignalChecks = ReadonlyMap<CheckId, Pick<Check, "name" | "routing">>;

/** "IB-A2 direct ideation": a check, and the target of its word list. */
function signalOf(id: CheckId, checks: SignalChecks): string {
  const check = checks.get(id);
  const list = check && "deterministic_precheck" in check.routing && check.routing.deterministic_precheck;
  return `${id} ${(list || check?.name || "").replaceAll("_", " ")}`.trim();
}

/** "safety: 3 because the judge could not decide": conversations with an undecided gate, counted by reason. */
export function describeOpenGate(
  { gate, reasons }: OpenGate,
  leftOutBy: LeftOut["by"] | "unknown" = "unknown",
): string {
  const why = (reason: OpenReason) =>
    reason === "left_out" ? LEFT_OUT_WORDS[leftOutBy] : OPEN_REASON_WORDS[reason];
  const words = reasons.map(({ reason, conversations }) => `${conversations} because ${why(reason)}`);
  return `${gate}: ${words.join("; ")}`;
}
