import * as z from "zod";
import { Check } from "../schema/check.ts";
import { GoldenSet } from "../schema/golden-card.ts";
import { Version } from "../schema/ids.ts";
import { JudgeConfig } from "../schema/judge-config.ts";
import { Lexicon } from "../schema/lexicon.ts";
import { ModelCatalog } from "../schema/model-catalog.ts";
import { ReferenceFile } from "../schema/reference-fact.ts";
import { RegardConfig } from "../schema/regard-config.ts";
import { RuleFile } from "../schema/rule-set.ts";
import { Scenario } from "../schema/scenario.ts";
import { ScoringConfig } from "../schema/scoring-config.ts";
import { TagList } from "../schema/tag-list.ts";
import type { CorpusDraft } from "./corpus-draft.ts";
import { EmptyCorpusError } from "./empty-corpus-error.ts";
import { type CorpusFiles, listCorpusFiles } from "./list-corpus-files.ts";
import type { Problem } from "./problem.ts";
import { problemWithFile } from "./problem-at.ts";
import { type Artefact, readArtefact } from "./read-artefact.ts";
import { readSource } from "./read-source.ts";

const SystemPrompt = z.string().min(1);
const PACK_RULE =
  "a folder without checks/ adds scenarios and reference facts to the shipped corpus, and nothing else";
const Canary = z.string().regex(/^\S.*$/, "the canary is one line of text");

/** How a corpus is read. */
export interface ReadOptions {
  readonly signal?: AbortSignal;
  /** The shipped corpus: a folder without checks of its own is a pack, and its scenarios and facts are added to these. */
  readonly base?: string;
}

/** Reads every file of a corpus. What is wrong with them is in the draft, not thrown. */
export async function readDraft(root: string, options: ReadOptions = {}): Promise<CorpusDraft> {
  const { signal, base } = options;
  const files = await listCorpusFiles(root, signal);
  if (files.scenarios.length === 0) throw new EmptyCorpusError(root, "scenarios");
  if (base !== undefined && files.checks.length === 0) return readPack(root, files, base, signal);
  if (files.checks.length === 0) throw new EmptyCorpusError(root, "checks");
  const problems = [...files.problems];
  const { one, each, ifPresent } = reader(root, problems, signal);
  return {
    root,
    private: base !== undefined,
    canary: await one("CANARY.txt", Canary),
    version: await one("CORPUS_VERSION", Version),
    tags: await one("tags.yaml", TagList),
    scoring: await one("configs/scoring.yaml", ScoringConfig),
    judge: await one("configs/judge.yaml", JudgeConfig),
    models: await one("configs/models.yaml", ModelCatalog),
    regard: await ifPresent("configs/regard.yaml", RegardConfig),
    systemPrompt: await one("configs/system-prompt.txt", SystemPrompt),
    scenarios: await each(files.scenarios, Scenario),
    checks: await each(files.checks, Check),
    lexicons: await each(files.lexicons, Lexicon),
    golden: await each(files.golden, GoldenSet),
    reference: await each(files.reference, ReferenceFile),
    // A corpus may leave out any jurisdiction but the one that the others extend.
    rules: await each([...new Set(["configs/rules/base.yaml", ...files.rules])].sort(), RuleFile),
    problems,
  };
}

/** The shipped corpus with a folder's scenarios and facts added. */
async function readPack(
  root: string,
  files: CorpusFiles,
  base: string,
  signal: AbortSignal | undefined,
): Promise<CorpusDraft> {
  const shipped = await readDraft(base, signal === undefined ? {} : { signal });
  const foreign = [...files.lexicons, ...files.golden, ...files.rules].map((file) =>
    problemWithFile(file, { code: "not-in-a-pack", message: PACK_RULE }),
  );
  const problems = [...shipped.problems, ...files.problems, ...foreign];
  const { each } = reader(root, problems, signal);
  return {
    ...shipped,
    root,
    private: true,
    scenarios: [...shipped.scenarios, ...(await each(files.scenarios, Scenario))],
    reference: [...shipped.reference, ...(await each(files.reference, ReferenceFile))],
    problems,
  };
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
