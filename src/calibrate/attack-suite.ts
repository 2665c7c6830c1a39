import { sha256 } from "../kernel/hash.ts";
import { createRandom } from "../kernel/random.ts";
import type { Check } from "../schema/check.ts";
import type { GoldenCard } from "../schema/golden-card.ts";
import type { CheckId, ScenarioId } from "../schema/ids.ts";
import type { Scenario } from "../schema/scenario.ts";
import { TRANSCRIPT_VERSION, type Transcript, TranscriptHeader } from "../schema/transcript.ts";
import type { LexiconMatcher } from "../text/lexicon-matcher.ts";
import { ATTACK_FAMILIES, type AttackFamily } from "./attack-families.ts";
import { cardContexts, openingOf } from "./card-contexts.ts";
import { ATTACK_POSITIONS, type AttackPosition, plantAttack } from "./plant-attack.ts";
import { setCard } from "./set-card.ts";

/** A conversation whose verdict is known, with or without a payload in it. */
export interface AttackedTranscript {
  readonly transcript: Transcript;
  readonly checkId: CheckId;
  readonly label: "PASS" | "FAIL";
  readonly cardId: string;
  /** `null` for the conversation as it was. */
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

/** Every family in the first, middle and last reply of a conversation that fails each check, and of one that passes it. */
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
          transcript_id: `attack__${check.id}-${kind}-${name}/${scenarioId}.r${repeat}`,
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

/** The first clear card of a label that some scenario takes, set where most is said before it. */
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
