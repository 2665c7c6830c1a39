import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Corpus } from "../corpus/corpus.ts";
import { loadCorpus } from "../corpus/load-corpus.ts";
import { loadForeignCorpus } from "../corpus/load-foreign-corpus.ts";
import { type Clock, systemClock } from "../kernel/clock.ts";
import type { ModelClient } from "../providers/model-client.ts";
import { openModel } from "../providers/open-model.ts";
import { withLimiter } from "../providers/with-limiter.ts";
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
  return {
    corpusRoot,
    results: options.results ?? join(process.cwd(), "results"),
    clock,
    corpus,
    model: async (modelId, maxConnections = DEFAULT_CONNECTIONS) => {
      const client = openModel(modelId, await corpus(), { clock, simLatencyMs: options.simLatencyMs ?? 0 });
      return withLimiter(client, maxConnections);
    },
  };
}
