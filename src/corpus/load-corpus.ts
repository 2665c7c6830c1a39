import { hashOf } from "../kernel/hash.ts";
import { by, compareText } from "../kernel/order.ts";
import type { RuleSet } from "../schema/corpus/rule-set.ts";
import type { Words } from "../schema/corpus/words.ts";
import { type CheckId, type Jurisdiction, type ScenarioId, Sha256 } from "../schema/ids.ts";
import type { Corpus, CorpusPack, OwnChecks } from "./corpus.ts";
import {
  type CorpusDraft,
  type DraftPack,
  type DraftWords,
  type ReadOptions,
  readDraft,
  tagListsOf,
} from "./corpus-draft.ts";
import { CorpusError } from "./errors.ts";
import { integrityRules } from "./lint/lint-rules.ts";
import { problemsOf } from "./lint-corpus.ts";
import { hashParts, scenarioHash } from "./part-hashes.ts";
import { compareProblems, type Problem } from "./problem.ts";
import { fileStem } from "./read/source-file.ts";
import type { Artefact } from "./read-artefact.ts";
import { resolveRules, withOwnDuties } from "./rules/resolve-rules.ts";

export interface CorpusReading {
  /** `null` if any problem is an error. */
  readonly corpus: Corpus | null;
  readonly problems: readonly Problem[];
  readonly what: "corpus" | "pack";
}

/** Reads a corpus that will be used. Throws a CorpusError that lists every error of every file. */
export async function loadCorpus(root: string, options: ReadOptions = {}): Promise<Corpus> {
  return usableCorpus(root, await readCorpus(root, options));
}

function usableCorpus(root: string, { corpus, problems, what }: CorpusReading): Corpus {
  if (corpus === null) throw new CorpusError(root, problems.filter(isError), what);
  return corpus;
}

function isError({ severity }: Problem): boolean {
  return severity === "error";
}

/** Reads a corpus with all problems that would keep it from being used. Throws only if there is no corpus at all. */
export async function readCorpus(root: string, options: ReadOptions = {}): Promise<CorpusReading> {
  return readingOf(await readDraft(root, options));
}

function readingOf(draft: CorpusDraft): CorpusReading {
  const { rules, problems } = resolveRules(draft);
  const all = [...draft.problems, ...problems, ...integrityRules.flatMap((rule) => rule(draft))].sort(
    compareProblems,
  );
  return { corpus: all.some(isError) ? null : buildCorpus(draft, rules), problems: all, what: whatIs(draft) };
}

function whatIs({ pack }: CorpusDraft): CorpusReading["what"] {
  return pack === null ? "corpus" : "pack";
}

/**
 * Reads a corpus that did not come with the package. An error of `lint` keeps it from being used: a pattern
 * that never ends would hang every scan, and only lint looks for it. The checked corpus is the one that is
 * used, because it is read once.
 */
export async function loadForeignCorpus(root: string, options: ReadOptions = {}): Promise<Corpus> {
  const draft = await readDraft(root, options);
  const errors = problemsOf(draft, options.signal).filter(isError);
  if (errors.length > 0) throw new CorpusError(root, errors, whatIs(draft));
  return usableCorpus(root, readingOf(draft));
}

/** Builds the corpus of a draft without errors. Calling it with errors is a bug. */
function buildCorpus(draft: CorpusDraft, rules: ReadonlyMap<Jurisdiction, RuleSet>): Corpus {
  const core = withoutOwn(draft);
  const parts = {
    scenarios: byId((draft.pack ?? draft).scenarios.map(validValue), (scenario) => scenario.scenario_id),
    ...judging(core),
    words: validWords(draft.words),
    longCards: byCheck(core.checks, draft.longCards, ({ pairs }) => byId(pairs, (pair) => pair.pair_id)),
    facts: [
      ...byId(
        draft.reference.flatMap((file) => validValue(file).facts),
        (fact) => fact.id,
      ).values(),
    ],
    helpLines: [
      ...byId(
        draft.helpLines.flatMap((file) => validValue(file).lines),
        (line) => line.name,
      ).values(),
    ],
    rules: byJurisdiction(rules),
    scoring: validValue(draft.scoring),
    judge: validValue(draft.judge),
    regard: draft.regard && validValue(draft.regard),
    duties: draft.duties && validValue(draft.duties),
  };
  const scenarioHashes = new Map([...parts.scenarios].map(([id, scenario]) => [id, scenarioHash(scenario)]));
  const partHashes = hashParts({ ...parts, scenarioHashes });
  return {
    root: draft.root,
    pack: draft.pack && packOf(draft.pack, scenarioHashes),
    own: draft.pack && ownChecks(draft.pack, resolveRules(withOwnDuties(draft)).rules),
    byPack: null,
    private: draft.private,
    version: validValue(draft.version),
    canary: draft.pack?.manifest ? validValue(draft.pack.manifest).canary : validValue(draft.canary),
    tags: { tags: tagListsOf(draft).flatMap((list) => validValue(list).tags) },
    models: validValue(draft.models),
    systemPrompt: validValue(draft.systemPrompt),
    router: draft.router && validValue(draft.router),
    replies: new Map(
      [...byId((draft.pack ?? draft).replies.map(validValue), ({ scenario_id }) => scenario_id)].map(
        ([id, { replies }]) => [id, replies],
      ),
    ),
    regimes: byId(draft.regimes.map(validValue), (regime) => regime.id),
    ...parts,
    scenarioHashes,
    partHashes,
    hash: hashOf(partHashes),
  };
}

/** Mark of a folder without a manifest. */
const UNNAMED_PACK = { name: "own", version: "0.0.0", kind: "scenarios" } as const;

function packOf(
  { manifest, reference }: DraftPack,
  scenarioHashes: ReadonlyMap<ScenarioId, string>,
): CorpusPack {
  const { name, version, kind } = manifest === null ? UNNAMED_PACK : validValue(manifest);
  const facts = reference.flatMap((file) => validValue(file).facts);
  const hash = hashOf({ name, version, kind, scenarios: Object.fromEntries(scenarioHashes), facts });
  return { name, version, kind, hash: Sha256.parse(hash) };
}

type Judging = Pick<CorpusDraft, "checks" | "lexicons" | "golden">;

/** The judging parts of the core, without the pack's checks. */
function withoutOwn({ pack, checks, lexicons, golden }: CorpusDraft): Judging {
  const own = new Set<object>(pack === null ? [] : [...pack.checks, ...pack.lexicons, ...pack.golden]);
  const isCore = (artefact: object) => !own.has(artefact);
  return {
    checks: checks.filter(isCore),
    lexicons: lexicons.filter(isCore),
    golden: golden.filter(isCore),
  };
}

function judging({ checks, lexicons, golden }: Judging) {
  return {
    checks: byId(checks.map(validValue), (check) => check.id),
    lexicons: byId(lexicons.map(validValue), (lexicon) => lexicon.name),
    golden: byCheck(checks, golden, ({ cards }) => byId(cards, (card) => card.card_id)),
  };
}

/** `null` for a pack without checks. */
function ownChecks(pack: DraftPack, rules: ReadonlyMap<Jurisdiction, RuleSet>): OwnChecks | null {
  if (pack.manifest === null || pack.checks.length === 0) return null;
  const { name, version } = validValue(pack.manifest);
  const { checks, lexicons, golden } = judging(pack);
  const duties = pack.rules.map((file) => [fileStem(file.source.file), validValue(file)["duties+"] ?? []]);
  const content = {
    name,
    checks: Object.fromEntries(checks),
    lexicons: Object.fromEntries(lexicons),
    ...(duties.length === 0 ? {} : { duties: Object.fromEntries(duties) }),
  };
  return {
    mark: { name, version, hash: Sha256.parse(hashOf(content)) },
    checks,
    lexicons,
    golden,
    rules: byJurisdiction(rules),
    regimes: byId(pack.regimes.map(validValue), (regime) => regime.id),
  };
}

function byJurisdiction(rules: ReadonlyMap<Jurisdiction, RuleSet>): ReadonlyMap<Jurisdiction, RuleSet> {
  return new Map([...rules].sort(by(([key]) => key)));
}

/** Cards by check, from files that are named after their checks. */
function byCheck<Value, Card>(
  checks: CorpusDraft["checks"],
  files: readonly Artefact<Value>[],
  cardsOf: (value: Value) => ReadonlyMap<string, Card>,
): ReadonlyMap<CheckId, readonly Card[]> {
  const sets = new Map(files.map((file) => [fileStem(file.source.file), validValue(file)]));
  const ids = checks.map((check) => validValue(check).id).sort(compareText);
  return new Map(
    ids.flatMap((id): [CheckId, readonly Card[]][] => {
      const set = sets.get(id);
      return set === undefined ? [] : [[id, [...cardsOf(set).values()]]];
    }),
  );
}

function validWords(words: DraftWords): Words {
  return {
    claims: validValue(words.claims),
    retrieval: validValue(words.retrieval),
    coordination: validValue(words.coordination),
    disclosure: validValue(words.disclosure),
    exceptions: validValue(words.exceptions),
    spellings: validValue(words.spellings),
    quotes: validValue(words.quotes),
    questions: validValue(words.questions),
  };
}

function validValue<Value>(artefact: Artefact<Value>): Value {
  if (artefact.value === null)
    throw new Error(`${artefact.source.file} has errors, so the corpus cannot be built`);
  return artefact.value;
}

function byId<Id extends string, Value>(
  values: readonly Value[],
  idOf: (value: Value) => Id,
): Map<Id, Value> {
  const entries = values.map((value): [Id, Value] => [idOf(value), value]);
  return new Map(entries.sort(by(([key]) => key)));
}
