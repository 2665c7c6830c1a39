import type { Corpus } from "./corpus/corpus.ts";
import type { Executor } from "./executor/executor.ts";
import type { Clock } from "./kernel/clock.ts";
import type { ModelPrice } from "./schema/model-catalog.ts";
import type { RunPlan } from "./schema/run-plan.ts";
import type { ScanPlan } from "./schema/scan-plan.ts";
import type { Summary } from "./schema/summary.ts";
import type { RunStore } from "./store/run-store.ts";
import type { ScanHome } from "./store/scan-home.ts";
import type { ScanStore } from "./store/scan-store.ts";
import type { LexiconMatcher } from "./text/lexicon-matcher.ts";
import type { Follow } from "./work-event.ts";

/** What the pipeline works with: one corpus, one run directory, and the world around them. */
export interface Workbench {
  readonly corpus: Corpus;
  readonly matcher: LexiconMatcher;
  readonly store: RunStore;
  readonly executor: Executor;
  readonly clock: Clock;
  readonly follow: Follow;
  /** Asked before the first paid call; throws to decline. */
  readonly approve: (plan: RunPlan | ScanPlan) => Promise<void>;
  /** Told what earlier legs of the same work cost. */
  readonly alreadySpent: (usd: number) => void;
  /** Mean tokens of a reply in earlier runs, or of an answer in earlier scans, by model. */
  readonly measured: ReadonlyMap<string, number>;
}

/** What judging works with: where the transcripts are, and prices beside the corpus's own. */
export interface ScanBench extends Omit<Workbench, "store"> {
  readonly home: ScanHome;
  readonly prices: readonly ModelPrice[];
}

/** What became of a scan. */
export interface ScanOutcome {
  readonly plan: ScanPlan;
  readonly scan: ScanStore;
  /** `null` after a dry run. */
  readonly summary: Summary | null;
  readonly report: string | null;
}
