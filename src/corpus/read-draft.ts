import * as z from "zod";
import { Check } from "../schema/check.ts";
import { GoldenSet } from "../schema/golden-card.ts";
import { Version } from "../schema/ids.ts";
import { JudgeConfig } from "../schema/judge-config.ts";
import { Lexicon } from "../schema/lexicon.ts";
import { ModelCatalog } from "../schema/model-catalog.ts";
import { ReferenceFile } from "../schema/reference-fact.ts";
import { RuleFile } from "../schema/rule-set.ts";
import { Scenario } from "../schema/scenario.ts";
import { ScoringConfig } from "../schema/scoring-config.ts";
import { TagList } from "../schema/tag-list.ts";
import type { CorpusDraft } from "./corpus-draft.ts";
import { EmptyCorpusError } from "./empty-corpus-error.ts";
import { listCorpusFiles } from "./list-corpus-files.ts";
import { type Artefact, readArtefact } from "./read-artefact.ts";
import { readSource } from "./read-source.ts";

const SystemPrompt = z.string().min(1);
const Canary = z.string().regex(/^\S.*$/, "the canary is one line of text");

/** Reads every file of a corpus. What is wrong with them is in the draft, not thrown. */
export async function readDraft(root: string, signal?: AbortSignal): Promise<CorpusDraft> {
  const files = await listCorpusFiles(root, signal);
  if (files.scenarios.length === 0) throw new EmptyCorpusError(root, "scenarios");
  if (files.checks.length === 0) throw new EmptyCorpusError(root, "checks");
  const problems = [...files.problems];
  const one = async <Value>(file: string, schema: z.ZodType<Value>): Promise<Artefact<Value>> => {
    const artefact = readArtefact(await readSource(root, file, signal), schema);
    problems.push(...artefact.problems);
    return artefact;
  };
  const each = <Value>(paths: readonly string[], schema: z.ZodType<Value>): Promise<Artefact<Value>[]> =>
    Promise.all(paths.map((path) => one(path, schema)));
  return {
    root,
    canary: await one("CANARY.txt", Canary),
    version: await one("CORPUS_VERSION", Version),
    tags: await one("tags.yaml", TagList),
    scoring: await one("configs/scoring.yaml", ScoringConfig),
    judge: await one("configs/judge.yaml", JudgeConfig),
    models: await one("configs/models.yaml", ModelCatalog),
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
