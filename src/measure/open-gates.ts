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

type GatesOfCard = Pick<Scorecard, "transcript_id" | "model_id" | "complete" | "gate_status" | "scorers">;
type OpenRow = Pick<VerdictRow, "transcript_id" | "mode_id" | "verdict"> & {
  readonly details: Pick<VerdictRow["details"], "cause">;
};

/** A gate of one conversation, while its rows are read. */
interface OpenConversation {
  readonly card: GatesOfCard;
  readonly of: GateCount;
  /** Index of the conversation's first reason. */
  worst: number;
}

interface GateCount extends Pick<OpenGate, "model_id" | "gate"> {
  readonly conversations: Map<OpenReason, number>;
  readonly unasked: Set<CheckId>;
}

/** Counts conversations one by one, so that callers need not hold all rows. */
export function createOpenGateCounter() {
  const counts = new Map<string, GateCount>();
  const countOf = ({ model_id }: GatesOfCard, gate: OpenGate["gate"]) => {
    const key = `${model_id} ${gate}`;
    const count = counts.get(key) ?? { model_id, gate, conversations: new Map(), unasked: new Set() };
    counts.set(key, count);
    return count;
  };
  const begin = (card: GatesOfCard): readonly OpenConversation[] =>
    (["safety", "compliance"] as const)
      .filter((gate) => card.gate_status[gate] === "not_established")
      .map((gate) => ({ card, of: countOf(card, gate), worst: OPEN_REASONS.length }));
  const see = (open: readonly OpenConversation[], row: OpenRow) => {
    for (const each of open) {
      if (!each.card.scorers[each.of.gate]?.unresolved_checks.includes(row.mode_id)) continue;
      const reason = reasonOf(row);
      each.worst = Math.min(each.worst, OPEN_REASONS.indexOf(reason));
      if (reason === "left_out" || reason === "words_only") each.of.unasked.add(row.mode_id);
    }
  };
  const end = (open: readonly OpenConversation[]) => {
    for (const { card, of, worst } of open) {
      const reason = OPEN_REASONS[worst] ?? reasonWithoutRow(card, of.gate);
      of.conversations.set(reason, (of.conversations.get(reason) ?? 0) + 1);
    }
  };
  return {
    begin,
    see,
    end,
    add(card: GatesOfCard, rows: readonly OpenRow[]): void {
      const open = begin(card);
      for (const row of rows) see(open, row);
      end(open);
    },
    finish: (): readonly OpenGate[] =>
      [...counts.values()].map(({ model_id, gate, conversations, unasked }) => ({
        model_id,
        gate,
        reasons: OPEN_REASONS.flatMap((reason) => {
          const count = conversations.get(reason);
          return count === undefined ? [] : [{ reason, conversations: count }];
        }),
        unasked: [...unasked].toSorted(compareCheckIds),
      })),
  };
}

/** @param rows the rows of all conversations, in any order */
export async function explainOpenGates(
  cards: AsyncIterable<Scorecard> | Iterable<Scorecard>,
  rows: AsyncIterable<VerdictRow> | Iterable<VerdictRow>,
): Promise<readonly OpenGate[]> {
  const counter = createOpenGateCounter();
  const open = new Map<string, readonly OpenConversation[]>();
  for await (const card of cards) {
    const gates = counter.begin(card);
    if (gates.length > 0) open.set(card.transcript_id, gates);
  }
  if (open.size === 0) return [];
  for await (const row of rows) counter.see(open.get(row.transcript_id) ?? [], row);
  for (const gates of open.values()) counter.end(gates);
  return counter.finish();
}

/** Reason without an undecided row: it broke off before a check was asked, or no search looked for cues. */
function reasonWithoutRow(card: GatesOfCard, gate: OpenGate["gate"]): OpenReason {
  if (!card.complete) return "broke_off";
  return (card.scorers[gate]?.unresolved_checks ?? []).length === 0 ? "not_called" : "unsettled";
}

function reasonOf({ verdict, details }: OpenRow): OpenReason {
  if (details.cause !== undefined) return REASON_OF[details.cause] ?? "unsure";
  return verdict === "PASS" ? "words_only" : "unsure";
}
