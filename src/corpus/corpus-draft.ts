import { stat } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { BaseReplies } from "../schema/corpus/base-replies.ts";
import { Check } from "../schema/corpus/check.ts";
import { DutyConfig } from "../schema/corpus/duty.ts";
import { GoldenSet } from "../schema/corpus/golden-card.ts";
import { HelpLineFile } from "../schema/corpus/help-line.ts";
import { JudgeConfig, RegardConfig, RouterConfig } from "../schema/corpus/judge-config.ts";
import { Lexicon } from "../schema/corpus/lexicon.ts";
import { LongCards } from "../schema/corpus/long-card.ts";
import { ModelCatalog } from "../schema/corpus/model-catalog.ts";
import { PackManifest } from "../schema/corpus/pack-manifest.ts";
import { ReferenceFile } from "../schema/corpus/reference-fact.ts";
import { Regime } from "../schema/corpus/regime.ts";
import { RuleFile } from "../schema/corpus/rule-set.ts";
import { Scenario, TagList } from "../schema/corpus/scenario.ts";
import { ScoringConfig } from "../schema/corpus/scoring-config.ts";
import { Words } from "../schema/corpus/words.ts";
import { Version } from "../schema/ids.ts";
import { EmptyCorpusError } from "./errors.ts";
import type { Problem } from "./problem.ts";
import { type CorpusFiles, listCorpusFiles, NOT_IN_A_PACK, strayEntries } from "./read/list-corpus-files.ts";
import { fileStem, problemWithFile } from "./read/source-file.ts";
import { type Artefact, readArtefact, readSource } from "./read-artefact.ts";

/** Everything that could be read of a corpus, however broken: the input of the rules. */
export interface CorpusDraft {
  readonly root: string;
  readonly private: boolean;
  readonly canary: Artefact<string>;
  readonly version: Artefact<string>;
  readonly systemPrompt: Artefact<string>;
  readonly tags: Artefact<TagList>;
  readonly scoring: Artefact<ScoringConfig>;
  readonly judge: Artefact<JudgeConfig>;
  readonly models: Artefact<ModelCatalog>;
  /** `null` in a corpus without it: regard is then not scored. */
  readonly regard: Artefact<RegardConfig> | null;
  /** The shipped one if a private corpus has none. */
  readonly router: Artefact<RouterConfig> | null;
  /** The shipped one if a private corpus has none. */
  readonly duties: Artefact<DutyConfig> | null;
  /** By file name, like all the lists. */
  readonly scenarios: readonly Artefact<Scenario>[];
  readonly checks: readonly Artefact<Check>[];
  readonly lexicons: readonly Artefact<Lexicon>[];
  readonly words: DraftWords;
  readonly golden: readonly Artefact<GoldenSet>[];
  readonly longCards: readonly Artefact<LongCards>[];
  readonly replies: readonly Artefact<BaseReplies>[];
  readonly reference: readonly Artefact<ReferenceFile>[];
  readonly helpLines: readonly Artefact<HelpLineFile>[];
  readonly rules: readonly Artefact<RuleFile>[];
  readonly regimes: readonly Artefact<Regime>[];
  /** The pack's own files; `null` if the draft is a whole corpus. */
  readonly pack: DraftPack | null;
  /** `null` if unknown: then no date counts as future. */
  readonly today: string | null;
  /** Files that could not be read, parsed or validated. */
  readonly problems: readonly Problem[];
}

/** A pack and the core that it was read with: the draft's lists hold both, so that every name can be resolved. */
export interface DraftPack {
  /** `null` if the folder has none; it is a pack of scenarios all the same. */
  readonly manifest: Artefact<PackManifest> | null;
  readonly scenarios: readonly Artefact<Scenario>[];
  readonly reference: readonly Artefact<ReferenceFile>[];
  readonly replies: readonly Artefact<BaseReplies>[];
  readonly checks: readonly Artefact<Check>[];
  readonly lexicons: readonly Artefact<Lexicon>[];
  readonly golden: readonly Artefact<GoldenSet>[];
  /** Duties to add to the core's rule sets of the same names. The draft's rules and regimes are the core's. */
  readonly rules: readonly Artefact<RuleFile>[];
  readonly regimes: readonly Artefact<Regime>[];
  /** `null` if the pack has no tags of its own: the draft's are the core's. */
  readonly tags: Artefact<TagList> | null;
}

/**
 * The files that an author can change: for a pack only its own. The core came with the package and was linted
 * there; slow rules do not run on it again for every pack.
 */
export function authored(draft: CorpusDraft): Pick<
  CorpusDraft,
  "scenarios" | "lexicons" | "replies" | "longCards"
> & {
  readonly words: Partial<DraftWords>;
} {
  return draft.pack === null ? draft : { ...draft.pack, words: {}, longCards: [] };
}

/** The tag lists that apply to a corpus. */
export function tagListsOf({ tags, pack }: Pick<CorpusDraft, "tags" | "pack">): readonly Artefact<TagList>[] {
  return [tags, ...(pack?.tags == null ? [] : [pack.tags])];
}

/** Each file of `words/`; the shipped one if a private corpus has none. */
export type DraftWords = { readonly [Name in keyof Words]: Artefact<Words[Name]> };

/** Checks a whole corpus and returns its problems. */
export type CorpusRule = (draft: CorpusDraft) => readonly Problem[];

const SystemPrompt = z.string().min(1);
const PACK_RULE =
  "a pack brings scenarios, base replies, reference facts, checks, lexicons, golden cards, tags, duties and regimes, and nothing else";
const TAGS = "tags.yaml";
const MANIFEST = "pack.yaml";
const ROUTER = "configs/router.yaml";
const DUTIES = "configs/duties.yaml";
const Canary = z.string().regex(/^\S.*$/, "the canary is one line of text");

/** Options for reading a corpus. */
export interface ReadOptions {
  readonly signal?: AbortSignal;
  /** The shipped corpus. A folder with a manifest, or without checks, is a pack that is added to it. */
  readonly base?: string;
  /** The pack came with the package, so its results are not private. @default false */
  readonly isShippedPack?: boolean;
  /** Today's date, as YYYY-MM-DD. */
  readonly today?: string;
}

/** Reads every file of a corpus. Problems are in the draft, not thrown. */
export async function readDraft(root: string, options: ReadOptions = {}): Promise<CorpusDraft> {
  const { signal, base } = options;
  const files = await listCorpusFiles(root, signal);
  const isPack = base !== undefined && (await isFile(join(root, MANIFEST)));
  // A pack of checks alone judges conversations that exist already.
  if (files.scenarios.length === 0 && !(isPack && files.checks.length > 0))
    throw new EmptyCorpusError(root, "scenarios");
  if (base !== undefined && (files.checks.length === 0 || isPack))
    return readPack(root, files, base, options);
  if (files.checks.length === 0) throw new EmptyCorpusError(root, "checks");
  const problems = [...files.problems];
  const { one, each, ifPresent } = reader(root, problems, signal);
  problems.push(...strangeWordFiles(files));
  return {
    root,
    private: base !== undefined,
    canary: await one("CANARY.txt", Canary),
    version: await one("CORPUS_VERSION", Version),
    tags: await one(TAGS, TagList),
    scoring: await one("configs/scoring.yaml", ScoringConfig),
    judge: await one("configs/judge.yaml", JudgeConfig),
    models: await one("configs/models.yaml", ModelCatalog),
    regard: await ifPresent("configs/regard.yaml", RegardConfig),
    router:
      (await ifPresent(ROUTER, RouterConfig)) ??
      (base === undefined ? null : await reader(base, problems, signal).ifPresent(ROUTER, RouterConfig)),
    duties:
      (await ifPresent(DUTIES, DutyConfig)) ??
      (base === undefined ? null : await reader(base, problems, signal).ifPresent(DUTIES, DutyConfig)),
    systemPrompt: await one("configs/system-prompt.txt", SystemPrompt),
    scenarios: await each(files.scenarios, Scenario),
    checks: await each(files.checks, Check),
    lexicons: await each(files.lexicons, Lexicon),
    words: await readWords(
      files,
      reader(root, problems, signal),
      base === undefined ? undefined : reader(base, problems, signal),
    ),
    golden: await each(files.golden, GoldenSet),
    longCards: await each(files.longCards, LongCards),
    replies: await each(files.replies, BaseReplies),
    reference: await each(files.reference, ReferenceFile),
    helpLines: await each(files.helpLines, HelpLineFile),
    // A corpus may leave out any jurisdiction but the one that the others extend.
    rules: await each([...new Set(["configs/rules/base.yaml", ...files.rules])].sort(), RuleFile),
    regimes: await each(files.regimes, Regime),
    pack: null,
    today: options.today ?? null,
    problems,
  };
}

/** Reads a pack and the shipped corpus that judges its conversations. */
async function readPack(
  root: string,
  files: CorpusFiles,
  base: string,
  { signal, isShippedPack = false, today }: ReadOptions,
): Promise<CorpusDraft> {
  const shipped = await readDraft(base, signal === undefined ? {} : { signal });
  const foreign = NOT_IN_A_PACK.flatMap((name) => files[name]).map((file) =>
    problemWithFile(file, { code: "not-in-a-pack", message: PACK_RULE }),
  );
  const problems = [...shipped.problems, ...files.problems, ...foreign];
  const { each, ifPresent } = reader(root, problems, signal);
  const pack = {
    manifest: await ifPresent(MANIFEST, PackManifest),
    scenarios: await each(files.scenarios, Scenario),
    reference: await each(files.reference, ReferenceFile),
    replies: await each(files.replies, BaseReplies),
    checks: await each(files.checks, Check),
    lexicons: await each(files.lexicons, Lexicon),
    golden: await each(files.golden, GoldenSet),
    rules: await each(files.rules, RuleFile),
    regimes: await each(files.regimes, Regime),
    tags: await ifPresent(TAGS, TagList),
  };
  if (pack.manifest !== null) problems.push(...(await strayEntries(root)));
  return {
    ...shipped,
    root,
    today: today ?? null,
    private: !isShippedPack,
    scenarios: [...shipped.scenarios, ...pack.scenarios],
    reference: [...shipped.reference, ...pack.reference],
    replies: [...shipped.replies, ...pack.replies],
    checks: [...shipped.checks, ...pack.checks],
    lexicons: [...shipped.lexicons, ...pack.lexicons],
    golden: [...shipped.golden, ...pack.golden],
    pack,
    problems,
  };
}

/** Whether a folder is a pack, which extends a corpus, and not a corpus. */
export async function isPackFolder(root: string): Promise<boolean> {
  if (await isFile(join(root, MANIFEST))) return true;
  const { scenarios, checks } = await listCorpusFiles(root);
  return scenarios.length > 0 && checks.length === 0;
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

type Reader = ReturnType<typeof reader>;

async function readWords(files: CorpusFiles, own: Reader, shipped: Reader | undefined): Promise<DraftWords> {
  const present = new Set(files.words);
  const read = <Value>(name: keyof Words, schema: z.ZodType<Value>) => {
    const file = `words/${name}.yaml`;
    return (present.has(file) ? own : (shipped ?? own)).one(file, schema);
  };
  return {
    claims: await read("claims", Words.shape.claims),
    retrieval: await read("retrieval", Words.shape.retrieval),
    coordination: await read("coordination", Words.shape.coordination),
    disclosure: await read("disclosure", Words.shape.disclosure),
    exceptions: await read("exceptions", Words.shape.exceptions),
    spellings: await read("spellings", Words.shape.spellings),
    quotes: await read("quotes", Words.shape.quotes),
    questions: await read("questions", Words.shape.questions),
  };
}

const WORD_FILES = Object.keys(Words.shape).toSorted();

/** Reports word files that no code reads: their author would take them for effective. */
function strangeWordFiles({ words }: CorpusFiles): readonly Problem[] {
  return words.flatMap((file) => {
    const stem = fileStem(file);
    if (WORD_FILES.includes(stem)) return [];
    const message = `nothing reads this file: words/ has ${WORD_FILES.map((name) => `${name}.yaml`).join(", ")}`;
    return [problemWithFile(file, { code: "wrong-file-name", message })];
  });
}

function reader(root: string, problems: Problem[], signal: AbortSignal | undefined) {
  const one = async <Value>(file: string, schema: z.ZodType<Value>): Promise<Artefact<Value>> => {
    const artefact = readArtefact(await readSource(root, file, signal), schema);
    problems.push(...artefact.problems);
    return artefact;
  };
  const ifPresent = async <Value>(
    file: string,
    schema: z.ZodType<Value>,
  ): Promise<Artefact<Value> | null> => {
    const artefact = readArtefact(await readSource(root, file, signal), schema);
    if (artefact.problems.some((problem) => problem.code === "missing-file")) return null;
    problems.push(...artefact.problems);
    return artefact;
  };
  const each = <Value>(paths: readonly string[], schema: z.ZodType<Value>): Promise<Artefact<Value>[]> =>
    Promise.all(paths.map((path) => one(path, schema)));
  return { one, each, ifPresent };
}
