import { isSimulatedName } from "../domain/models.ts";
import { modelSlug, transcriptId } from "../domain/transcript-names.ts";
import { fingerprintOf, hashOf, sha256 } from "../kernel/hash.ts";
import type { Abilities } from "../schema/corpus/abilities.ts";
import type { Scenario, TagList } from "../schema/corpus/scenario.ts";
import { ModelId, type ReleaseLabel, ScenarioId, Sha256, Tag } from "../schema/ids.ts";
import { type ImportFormat, ImportPlan, RUN_PLAN_VERSION } from "../schema/run/run-plan.ts";
import { TRANSCRIPT_VERSION, type Transcript, TranscriptHeader } from "../schema/run/transcript.ts";
import { askIfMeant, namesLike, nearestName } from "../text/match/nearest-name.ts";
import { alignTurns, numberTurns } from "./align-turns.ts";
import { BadImportError, exchangeErrors } from "./errors.ts";
import { describeImportPlace, type ForeignConversation } from "./foreign-conversation.ts";

export interface ImportRequest {
  readonly format: ImportFormat;
  /** For conversations without a scenario, in addition to their own. */
  readonly tags: readonly string[];
  /** For conversations that name no model. */
  readonly model: string | null;
  /** Name of the release. */
  readonly label?: ReleaseLabel;
  /** Abilities that the product's maker declares. */
  readonly can?: Abilities;
}

/** Facts about its files, known after reading all of them. */
export type ImportSource = Omit<ImportPlan["source"], "format" | "files"> & {
  readonly files: readonly { readonly name: string; readonly hash: string }[];
};

export interface ImportCorpus {
  readonly version: string;
  readonly hash: string;
  readonly scenarios: ReadonlyMap<string, Scenario>;
  readonly scenarioHashes: ReadonlyMap<string, string>;
  readonly tags: TagList;
}

/** Turns other tools' conversations into a run: a transcript for each as it comes, and the plan at the end. Pure. */
export class ImportPlanner {
  readonly #request: ImportRequest;
  readonly #corpus: ImportCorpus;
  readonly #commonTags: readonly Tag[];
  /** Place of each model's conversation id. */
  readonly #seen = new Map<string, string>();
  readonly #repeats = new Map<string, number>();
  readonly #planned: ImportPlan["conversations"] = [];
  readonly #hashes: string[] = [];

  constructor(request: ImportRequest, corpus: ImportCorpus) {
    this.#request = request;
    this.#corpus = corpus;
    this.#commonTags = checkTags(request.tags, corpus.tags, (tag, similar) => {
      throw exchangeErrors.IB_UNKNOWN_TAG(tag, "the tags of the import", similar);
    });
  }

  /** Throws if the conversation does not fit the corpus or the others; the planner then stays unchanged. */
  add(conversation: ForeignConversation): Transcript {
    const model = nameModel(conversation.model ?? this.#request.model);
    const ownKey = JSON.stringify([model, conversation.id]);
    refuseTwin(this.#seen.get(ownKey), conversation);
    const context = contextOf(conversation, this.#corpus, this.#commonTags);
    const repeatKey = `${model} ${context.scenarioId}`;
    const repeat = (this.#repeats.get(repeatKey) ?? 0) + 1;
    const transcript = toTranscript(conversation, context, model, { repeat, can: this.#request.can });
    this.#seen.set(ownKey, describeImportPlace(conversation.place));
    this.#repeats.set(repeatKey, repeat);
    const { header, messages } = transcript;
    this.#planned.push({
      transcript_id: header.transcript_id,
      model_id: header.model_id,
      scenario_id: header.scenario_id,
      scenario_hash: header.scenario_hash,
      repeat: header.repeat,
      imported_id: conversation.id,
      turns: new Set(messages.map(({ turn }) => turn)).size,
    });
    this.#hashes.push(hashOf(transcript));
    return transcript;
  }

  finish(source: ImportSource): ImportPlan {
    const { format, label, can } = this.#request;
    const { version, hash } = this.#corpus;
    const planned = this.#planned;
    const models = [...new Set(planned.map(({ model_id }) => model_id))].toSorted();
    return ImportPlan.parse({
      schema_version: RUN_PLAN_VERSION,
      harness: "import",
      source: { format, ...source },
      corpus: { version, hash, private: true },
      models: models.map((model_id) => ({ model_id, simulated: false })),
      conversations: planned,
      totals: {
        conversations: planned.length,
        turns: planned.reduce((sum, { turns }) => sum + turns, 0),
      },
      ...(can === undefined ? {} : { can }),
      ...(label === undefined ? {} : { label }),
      fingerprint: fingerprintOf({
        harness: "import",
        models,
        scenarios: planned.map(({ scenario_id, scenario_hash }) => [scenario_id, scenario_hash]),
        transcripts: this.#hashes,
        ...(can === undefined ? {} : { can }),
      }),
    });
  }
}

interface ImportContext {
  readonly scenarioId: TranscriptHeader["scenario_id"];
  readonly scenarioHash: string;
  readonly scenario: Scenario | null;
  readonly tags: readonly Tag[];
}

/** Returns the context that selects the checks of a conversation: a scenario of the corpus, or tags. */
function contextOf(
  conversation: ForeignConversation,
  corpus: ImportCorpus,
  commonTags: readonly Tag[],
): ImportContext {
  const { place, scenarioId: wanted } = conversation;
  if (wanted === null) {
    const scenarioId = nameSubject(conversation.subject);
    const own = checkTags(conversation.tags, corpus.tags, (tag, similar) => {
      const hint = `${askIfMeant(similar)}The corpus's tags.yaml declares every tag and says what it means.`;
      throw new BadImportError(place, `the corpus has no tag "${tag}"`, hint);
    });
    const tags = [...new Set([...commonTags, ...own])].toSorted();
    return { scenarioId, scenarioHash: hashOf({ scenario_id: scenarioId, tags }), scenario: null, tags };
  }
  const scenario = corpus.scenarios.get(wanted);
  const scenarioHash = corpus.scenarioHashes.get(wanted);
  if (scenario === undefined || scenarioHash === undefined) {
    const nearest = nearestName(wanted, corpus.scenarios.keys());
    const hint =
      nearest === undefined
        ? 'See `bench.list("scenarios")`, or leave the scenario_id out and give tags.'
        : `Did you mean "${nearest}"?`;
    throw new BadImportError(place, `the corpus has no scenario "${wanted}"`, hint);
  }
  if (conversation.tags.length > 0) {
    const hint = "Leave one of the two out: a scenario has its own tags.";
    throw new BadImportError(place, "it names a scenario and tags", hint);
  }
  return { scenarioId: scenario.scenario_id, scenarioHash, scenario, tags: [] };
}

function refuseTwin(twin: string | undefined, { place, id }: ForeignConversation): void {
  if (twin === undefined) return;
  const problem = `the id "${id}" is taken by ${twin}`;
  throw new BadImportError(place, problem, "Every conversation of a model needs its own id.");
}

function toTranscript(
  conversation: ForeignConversation,
  { scenarioId, scenarioHash, scenario, tags }: ImportContext,
  model: ModelId,
  { repeat, can }: { readonly repeat: number; readonly can: Abilities | undefined },
): Transcript {
  const { messages, complete } =
    scenario === null ? numberTurns(conversation) : alignTurns(conversation, scenario);
  const { at, labels, metadata } = conversation;
  const header = TranscriptHeader.parse({
    schema_version: TRANSCRIPT_VERSION,
    transcript_id: transcriptId(modelSlug(model, sha256), scenarioId, repeat),
    model_id: model,
    harness: "import",
    scenario_id: scenarioId,
    scenario_hash: Sha256.parse(scenarioHash),
    ...(scenario === null ? { tags } : { channel: scenario.channel }),
    system_prompt_hash: sha256(conversation.systemPrompt),
    sampling: null,
    repeat,
    simulated: false,
    private: true,
    ...(can === undefined ? {} : { can }),
    imported_id: conversation.id,
    ...(at === null ? {} : { at }),
    ...(labels.length === 0 ? {} : { labels }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    complete,
  });
  return { header, messages };
}

const UNNAMED = "unnamed";

/**
 * Names another tool's model: its own name if it has a provider, else one of the provider `imported`. An imported name
 * must not pass for a simulated model, nor the reverse.
 */
function nameModel(model: string | null): ModelId {
  const name = (model ?? UNNAMED).trim().replaceAll(/\s+/g, "-");
  const known = ModelId.safeParse(name);
  return known.success && !isSimulatedName(name) ? known.data : ModelId.parse(`imported/${name || UNNAMED}`);
}

const LONGEST_SLUG = 60;

/** Builds the id used instead of a scenario's. It adds a short hash if the slug alone would lose information. */
function nameSubject(subject: string): ScenarioId {
  const slug = subject
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .slice(0, LONGEST_SLUG);
  const parts = slug === subject ? [slug] : [slug, sha256(subject).slice(0, 8)];
  return ScenarioId.parse(["import", ...parts.filter((part) => part !== "")].join("_"));
}

/** Returns declared tags, each once. Throws for any other and names the nearest. */
function checkTags(
  tags: readonly string[],
  declared: TagList,
  refuse: (tag: string, similar: readonly string[]) => never,
): readonly Tag[] {
  const known = new Set<string>(declared.tags.map(({ tag }) => tag));
  return [...new Set(tags)].map((tag) =>
    known.has(tag) ? Tag.parse(tag) : refuse(tag, namesLike(tag, known)),
  );
}
