import type { Corpus } from "./corpus/corpus.ts";
import type { Executor } from "./executor/executor.ts";
import type { Clock } from "./kernel/clock.ts";
import type { RunStore } from "./store/run-store.ts";
import type { LexiconMatcher } from "./text/lexicon-matcher.ts";

/** What the pipeline works with: one corpus, one run directory, and the world around them. */
export interface Workbench {
  readonly corpus: Corpus;
  readonly matcher: LexiconMatcher;
  readonly store: RunStore;
  readonly executor: Executor;
  readonly clock: Clock;
  readonly progress: (stage: "run" | "scan", done: number, total: number) => void;
}
