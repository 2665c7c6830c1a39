import { conversationName, verdictKey } from "../domain/keys.ts";
import { sha256 } from "../kernel/hash.ts";
import { createRandom, type Random } from "../kernel/random.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { GoldenCard } from "../schema/corpus/golden-card.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import type { CheckId, ScenarioId } from "../schema/ids.ts";
import { HumanLabel } from "../schema/review/review-label.ts";
import { TRANSCRIPT_VERSION, type Transcript, TranscriptHeader } from "../schema/run/transcript.ts";
import type { LexiconMatcher } from "../text/match/lexicon-matcher.ts";
import { type CardContext, cardContexts, openingOf, setCard } from "./material/card-contexts.ts";
import { productOf } from "./stage-cards.ts";

/** A transcript with a verdict on one check from its authors. */
export interface LabelledTranscript {
  readonly transcript: Transcript;
  readonly label: HumanLabel;
}

/** Source of the labels: the authors' cards, which are no validation by people. */
const CARD_ANNOTATOR = "authored golden cards";
const MODEL_ID = "authored/golden-cards";
const MODEL_FOLDER = "authored__golden-cards";

export interface VerifierCorpus {
  /** Cards that fit no scenario: all scenarios follow other rules or have their cue too early. */
  readonly unplaced: readonly string[];
  readonly transcripts: Iterable<LabelledTranscript>;
}

export interface VerifierCorpusInput {
  readonly checks: readonly Check[];
  readonly golden: ReadonlyMap<CheckId, readonly GoldenCard[]>;
  readonly scenarios: ReadonlyMap<ScenarioId, Scenario>;
  readonly scenarioHashes: ReadonlyMap<ScenarioId, string>;
  readonly systemPrompt: string;
  readonly matcher: LexiconMatcher;
  readonly count: number;
  readonly seed: number;
}

interface Placing {
  readonly check: Check;
  readonly card: GoldenCard;
  readonly contexts: readonly CardContext[];
}

/**
 * Places golden cards in scenarios until the requested number of transcripts is reached. It uses every card once in
 * shuffled order, then again with another context or other replies before it. The same corpus and seed give the same
 * transcripts; a larger count starts with those of a smaller one.
 */
export function verifierCorpus(input: VerifierCorpusInput): VerifierCorpus {
  const openings = [...input.scenarios.values()].map((scenario) => openingOf(scenario, input.matcher));
  const placings = input.checks.flatMap((check) =>
    (input.golden.get(check.id) ?? []).map((card) => ({
      check,
      card,
      contexts: cardContexts(card, check, openings, input.matcher),
    })),
  );
  return {
    unplaced: placings.filter(({ contexts }) => contexts.length === 0).map(({ card }) => card.card_id),
    transcripts: compose(
      placings.filter(({ contexts }) => contexts.length > 0),
      input,
    ),
  };
}

function* compose(
  placings: readonly Placing[],
  input: VerifierCorpusInput,
): Generator<LabelledTranscript, undefined> {
  if (placings.length === 0) return;
  const random = createRandom(`verifier-corpus/1|${input.seed}`);
  const systemPromptHash = sha256(input.systemPrompt);
  const repeats = new Map<ScenarioId, number>();
  for (let wanted = input.count; wanted > 0; wanted -= placings.length) {
    for (const { check, card, contexts } of shuffled(placings, random).slice(0, wanted)) {
      const context = contexts[random.below(contexts.length)];
      if (context === undefined) throw new Error(`${card.card_id} was placed nowhere`);
      const { scenario_id } = context.opening.scenario;
      const repeat = (repeats.get(scenario_id) ?? 0) + 1;
      repeats.set(scenario_id, repeat);
      const header = TranscriptHeader.parse({
        schema_version: TRANSCRIPT_VERSION,
        transcript_id: `${MODEL_FOLDER}/${conversationName(scenario_id, repeat)}`,
        model_id: MODEL_ID,
        harness: "llm/raw",
        scenario_id,
        scenario_hash: input.scenarioHashes.get(scenario_id),
        system_prompt_hash: systemPromptHash,
        sampling: { temperature: 0, max_tokens: 4096, seed: input.seed },
        repeat,
        simulated: true,
        ...(check.eligibility.duty === undefined ? {} : { product: productOf(context.opening.scenario) }),
        complete: true,
      });
      const transcript = { header, messages: setCard(card, context, random) };
      yield { transcript, label: labelFor(transcript, check, card, context) };
    }
  }
}

/** Builds a label. Its note says where in the transcript the card's evidence is. */
function labelFor(
  { header }: Transcript,
  check: Check,
  card: GoldenCard,
  { turnsBefore }: CardContext,
): HumanLabel {
  const evidence = card.evidence?.[0];
  const place =
    evidence === undefined ? "" : `; evidence in turn ${turnsBefore + evidence.turn}, ${evidence.role}`;
  return HumanLabel.parse({
    item: verdictKey(header.transcript_id, check.id),
    axis: check.id,
    label: card.label,
    annotator: CARD_ANNOTATOR,
    ...(evidence === undefined ? {} : { quote: evidence.quote }),
    note: `${card.card_id}, ${card.kind}, from turn ${turnsBefore + 1}${place}`,
  });
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => ({ item, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
