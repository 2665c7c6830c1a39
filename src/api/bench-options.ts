import type { Clock } from "../kernel/clock.ts";
import type { ScanProfileName } from "../schema/scan-plan.ts";
import type { ScenarioCategory, ScenarioStatus } from "../schema/scenario.ts";

/** Where a bench works. Everything has a default. */
export interface BenchOptions {
  /** A corpus folder. @default the one shipped with the package */
  readonly corpus?: string;
  /** Where runs are kept. @default "results" below the current directory */
  readonly results?: string;
  readonly clock?: Clock;
  /** Makes simulated models take their time, for testing what happens meanwhile. @default 0 */
  readonly simLatencyMs?: number;
}

/** How a caller follows and stops work. */
export interface Control {
  readonly signal: AbortSignal;
  readonly progress: (stage: "run" | "scan", done: number, total: number) => void;
  /** Told as soon as a run has its name, so that an interrupted one can be resumed by it. */
  readonly began: (runId: string) => void;
}

export interface RunOptions {
  /** @default every simulated assistant */
  readonly models?: readonly string[];
  readonly scenarios?: readonly string[];
  readonly category?: ScenarioCategory;
  /** @default "active" */
  readonly status?: ScenarioStatus | "all";
  /** @default 1 */
  readonly repeats?: number;
  /** @default 0.7 */
  readonly temperature?: number;
  /** @default 4096 */
  readonly maxTokens?: number;
  readonly seed?: number;
  readonly runId?: string;
  /** The run to continue; it must have been planned alike. */
  readonly resume?: string;
  /** Conversations at a time. @default 8 */
  readonly scenarioParallel?: number;
  /** Calls at a time, per model. @default 16 */
  readonly maxConnections?: number;
  readonly dryRun?: boolean;
}

export interface ScanOptions {
  /** @default `sim/judge` for simulated transcripts; real ones need one named */
  readonly judge?: string;
  /** @default "dev"; `evaluate` uses "publish" */
  readonly profile?: ScanProfileName;
  readonly checks?: readonly string[];
  readonly scenarioParallel?: number;
  readonly maxConnections?: number;
  readonly dryRun?: boolean;
}
