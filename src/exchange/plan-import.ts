import { isSimulatedName } from "../domain/models.ts";
import { modelSlug, transcriptId } from "../domain/transcript-names.ts";
import { fingerprintOf, hashOf, sha256 } from "../kernel/hash.ts";
import type { Scenario, TagList } from "../schema/corpus/scenario.ts";
import { ModelId, type ReleaseLabel, ScenarioId, Sha256, Tag } from "../schema/ids.ts";
import { type ImportFormat, ImportPlan, RUN_PLAN_VERSION } from "../schema/run/run-plan.ts";
import { TRANSCRIPT_VERSION, type Transcript, TranscriptHeader } from "../schema/run/transcript.ts";
import { namesLike, nearestName } from "../text/match/nearest-name.ts";
import { alignTurns, numberTurns } from "./align-turns.ts";
import { BadImportError, UnknownTagError } from "./errors.ts";
import { describeImportPlace, type ForeignConversation } from "./foreign-conversation.ts";

export interface ImportRequest {
  readonly format: ImportFormat;
  readonly files: readonly { readonly name: string; readonly hash: string }[];
  readonly conversations: readonly ForeignConversation[];
  /** For conversations without a scenario, beside their own. */
  readonly tags: readonly string[];
  /** For conversations that name no model. */
  readonly model: string | null;
  /** What the release is called. */
  readonly label?: ReleaseLabel;
}

export interface ImportCorpus {
  readonly version: string;
  readonly hash: string;
  readonly scenarios: ReadonlyMap<string, Scenario>;
  readonly scenarioHashes: ReadonlyMap<string, string>;
  readonly tags: TagList;
}

/** Other tools' conversations as a run: its plan, and a transcript for each of them in the plan's order. Pure. */
export function planImport(
  request: ImportRequest,
  corpus: ImportCorpus,
): { readonly plan: ImportPlan; readonly transcripts: readonly Transcript[] } {
  const commonTags = checkTags(request.tags, corpus.tags, "the tags of the import");
  const seen = new Map<string, ForeignConversation>();
  const repeats = new Map<string, number>();
  const imported = request.conversations.map((conversation) => {
    const model = nameModel(conversation.model ?? request.model);
    refuseTwins(seen, model, conversation);
    const context = contextOf(conversation, corpus, commonTags);
    const key = `${model} ${context.scenarioId}`;
    const repeat = (repeats.get(key) ?? 0) + 1;
    repeats.set(key, repeat);
    return { conversation, transcript: toTranscript(conversation, context, model, repeat) };
  });

  const planned = imported.map(({ conversation, transcript: { header, messages } }) => ({
    transcript_id: header.transcript_id,
    model_id: header.model_id,
    scenario_id: header.scenario_id,
    scenario_hash: header.scenario_hash,
    repeat: header.repeat,
    imported_id: conversation.id,
    turns: new Set(messages.map(({ turn }) => turn)).size,
  }));
  const models = [...new Set(planned.map(({ model_id }) => model_id))].toSorted();
  const transcripts = imported.map(({ transcript }) => transcript);
  const plan = ImportPlan.parse({
    schema_version: RUN_PLAN_VERSION,
    harness: "import",
    source: { format: request.format, files: request.files },
    corpus: { version: corpus.version, hash: corpus.hash, private: true },
    models: models.map((model_id) => ({ model_id, simulated: false })),
    conversations: planned,
    totals: {
      conversations: planned.length,
      turns: planned.reduce((sum, { turns }) => sum + turns, 0),
    },
    ...(request.label === undefined ? {} : { label: request.label }),
    fingerprint: fingerprintOf({
      harness: "import",
      models,
      scenarios: planned.map(({ scenario_id, scenario_hash }) => [scenario_id, scenario_hash]),
      transcripts: transcripts.map(hashOf),
    }),
  });
  return { plan, transcripts };
}

interface ImportContext {
  readonly scenarioId: TranscriptHeader["scenario_id"];
  readonly scenarioHash: string;
  readonly scenario: Scenario | null;
  readonly tags: readonly Tag[];
}

/** What decides which checks look at a conversation: a scenario of the corpus, or tags. */
function contextOf(
  conversation: ForeignConversation,
  corpus: ImportCorpus,
  commonTags: readonly Tag[],
): ImportContext {
  const { place, scenarioId: wanted } = conversation;
  if (wanted === null) {
    const scenarioId = nameSubject(conversation.subject);
    const own = checkTags(conversation.tags, corpus.tags, describeImportPlace(place));
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

function refuseTwins(
  seen: Map<string, ForeignConversation>,
  model: ModelId,
  conversation: ForeignConversation,
): void {
  const key = JSON.stringify([model, conversation.id]);
  const twin = seen.get(key);
  if (twin !== undefined) {
    const problem = `the id "${conversation.id}" is taken by ${describeImportPlace(twin.place)}`;
    throw new BadImportError(conversation.place, problem, "Every conversation of a model needs its own id.");
  }
  seen.set(key, conversation);
}

function toTranscript(
  conversation: ForeignConversation,
  { scenarioId, scenarioHash, scenario, tags }: ImportContext,
  model: ModelId,
  repeat: number,
): Transcript {
  const { messages, complete } =
    scenario === null ? numberTurns(conversation) : alignTurns(conversation, scenario);
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
    complete,
  });
  return { header, messages };
}

const UNNAMED = "unnamed";

/**
 * Our name for another tool's model: its own where it has a provider, else one of the provider `imported`. What is read
 * from a file must not pass for a simulated model, nor the reverse.
 */
function nameModel(model: string | null): ModelId {
  const name = (model ?? UNNAMED).trim().replaceAll(/\s+/g, "-");
  const known = ModelId.safeParse(name);
  return known.success && !isSimulatedName(name) ? known.data : ModelId.parse(`imported/${name || UNNAMED}`);
}

const LONGEST_SLUG = 60;

/** The id that stands in the place of a scenario's. A short hash follows where the slug alone would lose something. */
function nameSubject(subject: string): ScenarioId {
  const slug = subject
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .slice(0, LONGEST_SLUG);
  const parts = slug === subject ? [slug] : [slug, sha256(subject).slice(0, 8)];
  return ScenarioId.parse(["import", ...parts.filter((part) => part !== "")].join("_"));
}

/** Tags that the corpus declares, each once; any other is refused with the nearest. */
function checkTags(tags: readonly string[], declared: TagList, where: string): readonly Tag[] {
  const known = new Set<string>(declared.tags.map(({ tag }) => tag));
  return [...new Set(tags)].map((tag) => {
    if (!known.has(tag)) throw new UnknownTagError(tag, where, namesLike(tag, known));
    return Tag.parse(tag);
  });
}
