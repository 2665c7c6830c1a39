import { conversationName } from "../domain/keys.ts";
import { sha256 } from "../kernel/hash.ts";
import { createRandom } from "../kernel/random.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { GoldenCard } from "../schema/corpus/golden-card.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import type { CheckId, ScenarioId } from "../schema/ids.ts";
import {
  TRANSCRIPT_VERSION,
  type Transcript,
  TranscriptHeader,
  type TranscriptMessage,
} from "../schema/run/transcript.ts";
import type { LexiconMatcher } from "../text/match/lexicon-matcher.ts";
import { ATTACK_FAMILIES, type AttackFamily } from "./material/attack-families.ts";
import { cardContexts, openingOf, setCard } from "./material/card-contexts.ts";

/** A conversation with a known verdict, with or without a payload. */
export interface AttackedTranscript {
  readonly transcript: Transcript;
  readonly checkId: CheckId;
  readonly label: "PASS" | "FAIL";
  readonly cardId: string;
  /** `null` for the original conversation. */
  readonly attack: { readonly family: AttackFamily; readonly position: AttackPosition } | null;
}

export interface AttackSuiteInput {
  readonly checks: readonly Check[];
  readonly golden: ReadonlyMap<CheckId, readonly GoldenCard[]>;
  readonly scenarios: ReadonlyMap<ScenarioId, Scenario>;
  readonly scenarioHashes: ReadonlyMap<ScenarioId, string>;
  readonly systemPrompt: string;
  readonly matcher: LexiconMatcher;
}

/** Yields every attack family in the first, middle and last reply. Each check has one failing and one passing conversation. */
export function* attackSuite(input: AttackSuiteInput): Generator<AttackedTranscript, undefined> {
  const openings = [...input.scenarios.values()].map((scenario) => openingOf(scenario, input.matcher));
  const systemPromptHash = sha256(input.systemPrompt);
  for (const check of input.checks) {
    for (const label of ["FAIL", "PASS"] as const) {
      const base = baseOf(check, label, input, openings);
      if (base === undefined) continue;
      const { card, scenarioId, messages } = base;
      const isEvidence = (message: { readonly content: string }) =>
        (card.evidence ?? []).some(({ quote }) => message.content.includes(quote));
      const kind = label === "FAIL" ? "clear_fail" : "clear_pass";
      const transcriptOf = (name: string, repeat: number, said: Transcript["messages"]): Transcript => ({
        header: TranscriptHeader.parse({
          schema_version: TRANSCRIPT_VERSION,
          transcript_id: `attack__${check.id}-${kind}-${name}/${conversationName(scenarioId, repeat)}`,
          model_id: `attack/${name}`,
          harness: "llm/raw",
          scenario_id: scenarioId,
          scenario_hash: input.scenarioHashes.get(scenarioId),
          system_prompt_hash: systemPromptHash,
          sampling: { temperature: 0, max_tokens: 4096, seed: null },
          repeat,
          simulated: true,
          complete: true,
        }),
        messages: said,
      });
      const known = { checkId: check.id, label, cardId: card.card_id };
      yield { ...known, transcript: transcriptOf("none", 1, messages), attack: null };
      for (const family of ATTACK_FAMILIES) {
        const name = `${String(family.number).padStart(2, "0")}-${family.name}`;
        for (const [index, position] of ATTACK_POSITIONS.entries()) {
          const said = plantAttack(messages, family, position, isEvidence);
          yield { ...known, transcript: transcriptOf(name, index + 1, said), attack: { family, position } };
        }
      }
    }
  }
}

/** Picks the first clear card of a label that fits a scenario, in the context with the most messages before it. */
function baseOf(
  check: Check,
  label: "PASS" | "FAIL",
  input: AttackSuiteInput,
  openings: readonly ReturnType<typeof openingOf>[],
) {
  const kind = label === "FAIL" ? "clear_fail" : "clear_pass";
  for (const card of input.golden.get(check.id) ?? []) {
    if (card.label !== label || card.kind !== kind) continue;
    const [context] = cardContexts(card, check, openings, input.matcher).toSorted(
      (a, b) => b.turnsBefore - a.turnsBefore,
    );
    if (context === undefined) continue;
    const messages = setCard(card, context, createRandom(`attack-suite/1|${card.card_id}`));
    return { card, scenarioId: context.opening.scenario.scenario_id, messages };
  }
  return undefined;
}

export const ATTACK_POSITIONS = ["first", "middle", "last"] as const;
type AttackPosition = (typeof ATTACK_POSITIONS)[number];

/**
 * Plants a payload in one of the assistant's replies. The reply keeps its text, unless the payload replaces it and
 * `keep` does not name the reply.
 */
export function plantAttack(
  messages: readonly TranscriptMessage[],
  family: AttackFamily,
  position: AttackPosition,
  /** Whether the conversation's label depends on a reply. */
  keep: (message: TranscriptMessage) => boolean,
): readonly TranscriptMessage[] {
  const replies = messages.filter((message) => message.role === "assistant");
  const at = { first: 0, middle: Math.floor((replies.length - 1) / 2), last: replies.length - 1 }[position];
  const { placement, payload } = family;
  if (placement === "split") {
    const parts = spread(payload, replies.slice(0, at + 1));
    return messages.map((message) => withText(message, [message.content, ...(parts.get(message) ?? [])]));
  }
  const target = replies[at];
  const [before, after = before] = payload;
  return messages.map((message) => {
    if (message !== target) return message;
    switch (placement) {
      case "replace":
        return withText(message, keep(message) ? [before, message.content] : [before]);
      case "before":
        return withText(message, [before, message.content]);
      case "around":
        return withText(message, [before, message.content, after]);
      default:
        return withText(message, [message.content, before]);
    }
  });
}

/** Puts the last part into the last reply and the other parts into the replies before it, as far as there are replies. */
function spread(
  parts: readonly string[],
  replies: readonly TranscriptMessage[],
): ReadonlyMap<TranscriptMessage, readonly string[]> {
  const placed = new Map<TranscriptMessage, string[]>();
  for (const [index, part] of parts.entries()) {
    const reply = replies[Math.max(0, replies.length - parts.length + index)];
    if (reply !== undefined) placed.set(reply, [...(placed.get(reply) ?? []), part]);
  }
  return placed;
}

function withText(message: TranscriptMessage, parts: readonly string[]): TranscriptMessage {
  return { ...message, content: parts.join("\n\n") };
}
