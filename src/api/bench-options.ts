import type { WorkEstimate } from "../domain/number-words.ts";
import type { Clock } from "../kernel/clock.ts";
import type { PlannedWork } from "../measure/work-estimate.ts";
import type { ModelClient } from "../providers/model-client.ts";
import type { WorkEvent } from "../run-context.ts";
import type { ProductKind } from "../schema/corpus/duty.ts";
import type { ScenarioCategory, ScenarioStatus } from "../schema/corpus/scenario.ts";
import type { ScanProfileName } from "../schema/scan/scan-plan.ts";
import type { RepetitionPolicy } from "../schema/scan/verdict.ts";
import type { WantedAbilities } from "./eval/declared-abilities.ts";

/** Places that a bench works with. Everything has a default. */
export interface BenchOptions {
  /** A corpus folder. @default the one shipped with the package */
  readonly corpus?: string;
  /**
   * Packs used beside the corpus: names of shipped ones, folders, or installed packages. Their conversations go into
   * separate runs.
   * @default the config's
   */
  readonly packs?: readonly string[];
  /** Results folder. @default "results" below the project, or below the current directory */
  readonly results?: string;
  /**
   * A project folder with `invisiblebench.config.*` and `.env`, which are read; a config that is code has to be
   * named.
   * @default none are
   */
  readonly project?: string;
  /** A config file. It may be code, and the caller who names it vouches for it. @default the project's */
  readonly config?: string;
  /** Keys, proxies and addresses of endpoints. @default nothing is known */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly clock?: Clock;
  /** Called after a repair, such as a damaged file that was recomputed. @default nobody is */
  readonly onNotice?: (sentence: string) => void;
  /** Delay of simulated models, for tests of concurrent events. @default 0 */
  readonly simLatencyMs?: number;
  /** Share of failing calls to simulated models, for the same tests. @default 0 */
  readonly simErrorShare?: number;
}

/** Option of every command that writes into a run, a folder of scans or a review. */
export interface TakingOver {
  /**
   * Takes over the lock of a process that cannot be checked from here: in another container, on another machine, or
   * started before the last boot. If that process still works, it stops at its next call.
   * @default false
   */
  readonly takeOver?: boolean;
}

/** Option of commands that compute much and ask no model, or ask models first. */
export interface WorkersOption {
  /**
   * Threads that read and compute without asking a model: planning, scans by word lists and recomputing, for
   * conversations on disk. Any number gives the same bytes. Each thread loads its own copy of the corpus and its word
   * lists, and takes some seconds to start.
   * @default 1: no other thread
   */
  readonly workers?: number;
}

export interface RunOptions extends TakingOver {
  /** Models by name, or clients of your own (`defineModel`). @default every simulated assistant */
  readonly models?: readonly (string | ModelClient)[];
  /**
   * A model that chooses every branch; each choice is one fixed question. Its runs are marked, and do not share a
   * board with others.
   * @default the config's where a model is tested that is not simulated; otherwise the words of the scenarios choose
   */
  readonly router?: string | ModelClient;
  /** Product kind of the assistant: the notice duties of `place` are then its own. @default the config's, or a bare model */
  readonly product?: ProductKind;
  /** Place where the product is offered: an ISO 3166 code such as "us-ny", or "eu". */
  readonly place?: string;
  /** The product shows notices outside the conversation: the prompt mentions none, and no check looks for one. @default false */
  readonly noticeOutside?: boolean;
  /**
   * Real abilities of the product, each with a line that proves it; `true` takes the line from the config's
   * `http_harness.can`. Every report shows them, and judges of false claims read them.
   * @default the config's, with the harness "http/json"
   */
  readonly can?: WantedAbilities;
  readonly scenarios?: readonly string[];
  readonly category?: ScenarioCategory;
  /** Scenarios with any of these tags. */
  readonly tags?: readonly string[];
  /** @default "active" */
  readonly status?: ScenarioStatus | "all";
  /** @default 1 */
  readonly repeats?: number;
  /** Harness: the system under test and how it is called. @default "llm/raw": models, over their APIs */
  readonly harness?: "llm/raw" | "givecare/v2" | "http/json";
  /** A text file to replace the corpus's own prompt. */
  readonly systemPrompt?: string;
  /** @default 0.7 */
  readonly temperature?: number;
  /** @default 4096 */
  readonly maxTokens?: number;
  readonly seed?: number;
  readonly runId?: string;
  /** Release label, such as "v2.3". Links runs of one model into a history by their dates and labels. */
  readonly label?: string;
  /** The run to continue by its plan. No other option is needed; an option given must equal the plan. */
  readonly resume?: string;
  /** Cancels a single model, by its name. */
  readonly cancelled?: ReadonlyMap<string, AbortSignal>;
  /** Conversations at a time, per model. @default 8 */
  readonly scenarioParallel?: number;
  /** Calls at a time, per model. @default 16 */
  readonly maxConnections?: number;
  /** Hard budget. Work with an unknown price is refused. */
  readonly maxCostUsd?: number;
  /** Caches replies below the results folder. @default the config's, or true unless the environment has `CI` set */
  readonly cache?: boolean;
  /** Plans and prices the work, then stops. Writes nothing and asks no model. */
  readonly dryRun?: boolean;
}

/** Option of work that judges. */
export interface PlanTo {
  /**
   * Folder for `scan_plan.json` and `cost_report.json` after a dry run; a pack's files go into a subfolder. It may
   * hold an earlier plan, and must be outside all runs.
   * @default nothing is written
   */
  readonly planTo?: string;
}

/** Option of work that workers do. */
export interface Queued {
  /**
   * Address of a PostgreSQL queue database whose workers ask the models. This process then asks no model and needs no
   * key. Put an address with a password into the environment.
   * @default everything is done here
   */
  readonly queue?: string;
}

export interface ScanOptions extends TakingOver, WorkersOption {
  /** @default `sim/judge` for simulated transcripts; real ones need one named */
  readonly judge?: string | ModelClient;
  /** @default "dev"; `evaluate` uses "publish" */
  readonly profile?: ScanProfileName;
  /**
   * Judges with this pack's own checks only, in a scan beside the core's; named as in `packs`. For `scan` only:
   * `evaluate` judges a pack's run by both.
   * @default by the core's
   */
  readonly byPack?: string;
  readonly checks?: readonly string[];
  /** Votes per question, instead of the profile's or the check's own. */
  readonly repetitions?: number;
  /**
   * Decides when votes on a question stop. `fixed`: after all of them; `decided`: once no vote could change the
   * verdict; `first_clear`: after a first PASS or NOT_APPLICABLE, while FAIL and UNCLEAR go on; `mixed`:
   * `first_clear` for stable checks that gate nothing, else `decided`.
   * @default the profile's
   */
  readonly votes?: RepetitionPolicy;
  /** A second judge, asked only about failed gates and split votes. */
  readonly adjudicator?: string | ModelClient;
  /** Asks the scenarios' own criteria too. @default in the profile "publish", with a judge that is not simulated */
  readonly rubric?: boolean;
  /**
   * Asks how the caregiver was treated, in the profiles that do. `false` also leaves out the scenarios' own criteria,
   * whatever `rubric` says.
   * @default true, and false where `checks` names some
   */
  readonly scales?: boolean;
  /**
   * Shows judges placeholders for names, addresses and identifying numbers. Stored files keep the original words.
   * @default true for imported runs, false for others
   */
  readonly deidentify?: boolean;
  /** The day whose law applies to duties, YYYY-MM-DD. @default the last on which somebody looked at one */
  readonly asOf?: string;
  /** Reasoning effort of the judge, instead of the corpus's own setting. */
  readonly reasoningEffort?: "minimal" | "low" | "medium" | "high";
  /** Asks the judges later, in batches, at their providers' batch price; the same command fetches the answers. @default false */
  readonly batch?: boolean;
  /** Folder for the questions to a judge `files/…`. */
  readonly requests?: string;
  /** Folder with that judge's answers. */
  readonly answers?: string;
  /** Repeats only the failed calls of an earlier attempt at the same scan. @default false */
  readonly retryLost?: boolean;
  readonly scenarioParallel?: number;
  readonly maxConnections?: number;
  /** Hard budget. Work with an unknown price is refused. */
  readonly maxCostUsd?: number;
  /** Caches replies below the results folder. @default the config's, or true unless the environment has `CI` set */
  readonly cache?: boolean;
  /** Plans and prices the work, then stops. Writes nothing and asks no model. */
  readonly dryRun?: boolean;
}

/** Lets a caller stop long work. */
export interface Stoppable {
  /** Aborts the work: it rejects with the signal's reason and keeps what is done. @default nothing does */
  readonly signal?: AbortSignal;
}

/** Lets a caller follow and stop work. Every part is optional. */
export interface Control extends Stoppable {
  /** Called after every call and every finished conversation. @default nobody is */
  readonly onEvent?: (event: WorkEvent) => void;
  /**
   * Called once with the price of all the work, before any write or call; throws to decline. Called again only if
   * judging would cost more than the high end of that estimate.
   * @default goes on
   */
  readonly approve?: (estimate: WorkEstimate, work: PlannedWork) => Promise<void>;
  /** Called with the run id as soon as it is known, so that an interrupted run can be resumed by it. @default nobody is */
  readonly began?: (runId: string) => void;
}

/** Returns the given signal, or one that never aborts. */
export function signalOf({ signal }: Stoppable): AbortSignal {
  return signal ?? new AbortController().signal;
}

/** A control with every default filled in. */
export function wholeControl(control: Control): Required<Control> {
  const { onEvent = () => undefined, approve = () => Promise.resolve(), began = () => undefined } = control;
  return { signal: signalOf(control), onEvent, approve, began };
}
