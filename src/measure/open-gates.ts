/** Explains gates that are not established: the number of conversations by reason. */
import { compareCheckIds } from "../domain/dimensions.ts";
import type { CheckId, ModelId } from "../schema/ids.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { VerdictCause, VerdictRow } from "../schema/scan/verdict.ts";

/** Ordered from the hardest to fix to the closest to an answer; a conversation counts under its first reason. */
const OPEN_REASONS = [
  "broke_off",
  "not_called",
  "lost",
  "no_judge",
  "left_out",
  "unsettled",
  "unsure",
  "words_only",
] as const;
export type OpenReason = (typeof OPEN_REASONS)[number];

/** Every other cause is a judge's doubt. */
const REASON_OF: Readonly<Partial<Record<VerdictCause, OpenReason>>> = {
  incomplete_transcript: "broke_off",
  truncated: "broke_off",
  silent_reply: "broke_off",
  not_eligible: "not_called",
  not_in_profile: "left_out",
  no_judge: "no_judge",
  void_votes: "lost",
  route_unavailable: "lost",
  sweep_failed: "lost",
  cue_search_failed: "lost",
  no_cue: "unsettled",
  injection_suspected: "unsettled",
  number_elsewhere: "unsettled",
  number_of_another: "unsettled",
  number_unknown: "unsettled",
  secondary_source: "unsettled",
  people_unclear: "unsettled",
  people_without_quote: "unsettled",
};

/** One gate of one model that is not established in some conversation. */
export interface OpenGate {
  readonly model_id: ModelId;
  readonly gate: "safety" | "compliance";
  /** Conversations by reason; reasons without conversations are left out. */
  readonly reasons: readonly { readonly reason: OpenReason; readonly conversations: number }[];
  /** Its checks that no judge was asked about: the profile left them out, or used only word lists. Sorted by id. */
  readonly unasked: readonly CheckId[];
}

/** @param rows the rows of all conversations, in any order */
export async function explainOpenGates(
  cards: AsyncIterable<Scorecard> | Iterable<Scorecard>,
  rows: AsyncIterable<VerdictRow> | Iterable<VerdictRow>,
): Promise<readonly OpenGate[]> {
  const open = new Map<string, { readonly card: Scorecard; readonly gate: OpenGate["gate"] }[]>();
  for await (const card of cards) {
    const gates = (["safety", "compliance"] as const).filter(
      (gate) => card.gate_status[gate] === "not_established",
    );
    if (gates.length > 0)
      open.set(
        card.transcript_id,
        gates.map((gate) => ({ card, gate })),
      );
  }
  if (open.size === 0) return [];
  const worst = new Map<string, number>();
  const unasked = new Map<string, Set<CheckId>>();
  for await (const row of rows) {
    for (const { card, gate } of open.get(row.transcript_id) ?? []) {
      if (!card.scorers[gate]?.unresolved_checks.includes(row.mode_id)) continue;
      const key = `${gate} ${row.transcript_id}`;
      const reason = reasonOf(row);
      worst.set(key, Math.min(worst.get(key) ?? OPEN_REASONS.length, OPEN_REASONS.indexOf(reason)));
      if (reason !== "left_out" && reason !== "words_only") continue;
      const own = `${card.model_id} ${gate}`;
      unasked.set(own, (unasked.get(own) ?? new Set()).add(row.mode_id));
    }
  }
  const told = [...open.values()].flat().map(({ card, gate }) => {
    const key = `${gate} ${card.transcript_id}`;
    const reason = OPEN_REASONS[worst.get(key) ?? -1] ?? reasonWithoutRow(card, gate);
    return { model_id: card.model_id, gate, reason };
  });
  const byGate = Map.groupBy(told, ({ model_id, gate }) => `${model_id} ${gate}`);
  return [...byGate].flatMap(([key, members]) => {
    const [first] = members;
    if (first === undefined) return [];
    const reasons = OPEN_REASONS.map((reason) => ({
      reason,
      conversations: members.filter((member) => member.reason === reason).length,
    })).filter(({ conversations }) => conversations > 0);
    const checks = [...(unasked.get(key) ?? [])].toSorted(compareCheckIds);
    return [{ model_id: first.model_id, gate: first.gate, reasons, unasked: checks }];
  });
}

/**
 * Reason without an undecided row: the conversation broke off before a check could be asked, or no search
 * looked for cues.
 */
function reasonWithoutRow(card: Scorecard, gate: OpenGate["gate"]): OpenReason {
  if (!card.complete) return "broke_off";
  return (card.scorers[gate]?.unresolved_checks ?? []).length === 0 ? "not_called" : "unsettled";
}

function reasonOf({ verdict, details }: VerdictRow): OpenReason {
  if (details.cause !== undefined) return REASON_OF[details.cause] ?? "unsure";
  return verdict === "PASS" ? "words_only" : "unsure";
}
