import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Corpus } from "../corpus/corpus.ts";
import { loadCorpus } from "../corpus/load-corpus.ts";
import { loadForeignCorpus } from "../corpus/load-foreign-corpus.ts";
import { type Clock, systemClock } from "../kernel/clock.ts";
import type { ModelClient } from "../providers/model-client.ts";
import { openModel } from "../providers/open-model.ts";
import type { SimWorld } from "../providers/sim/sim-world.ts";
import { withLimiter } from "../providers/with-limiter.ts";
import { compileLexicons, type LexiconMatcher } from "../text/lexicon-matcher.ts";
import type { BenchOptions } from "./bench-options.ts";

/** Beside the source and beside the build alike. */
const SHIPPED_CORPUS = fileURLToPath(new URL("../../benchmark", import.meta.url));
const DEFAULT_CONNECTIONS = 16;

/** What the commands of one bench share: where things are, and the corpus, read once and only when needed. */
export interface Workshop {
  readonly corpusRoot: string;
  readonly results: string;
  readonly clock: Clock;
  corpus(): Promise<Corpus>;
  /** The corpus's lexicons, compiled once. */
  matcher(): Promise<LexiconMatcher>;
  model(modelId: string, maxConnections: number | undefined): Promise<ModelClient>;
}

export function openWorkshop(options: BenchOptions): Workshop {
  const corpusRoot = options.corpus ?? SHIPPED_CORPUS;
  const clock = options.clock ?? systemClock;
  let loading: Promise<Corpus> | undefined;
  const corpus = () => {
    loading ??= options.corpus === undefined ? loadCorpus(corpusRoot) : loadForeignCorpus(corpusRoot);
    return loading;
  };
  let compiling: Promise<LexiconMatcher> | undefined;
  const matcher = () => {
    compiling ??= corpus().then(({ lexicons }) => compileLexicons([...lexicons.values()]));
    return compiling;
  };
  let world: Promise<SimWorld> | undefined;
  const simWorld = () => {
    world ??= Promise.all([corpus(), matcher()]).then(([parts, compiled]) => ({
      ...parts,
      matcher: compiled,
    }));
    return world;
  };
  return {
    corpusRoot,
    results: options.results ?? join(process.cwd(), "results"),
    clock,
    corpus,
    matcher,
    model: async (modelId, maxConnections = DEFAULT_CONNECTIONS) => {
      const client = openModel(modelId, await simWorld(), { clock, simLatencyMs: options.simLatencyMs ?? 0 });
      return withLimiter(client, maxConnections);
    },
  };
}
