import type { WorkEstimate } from "../domain/number-words.ts";
import type { Clock } from "../kernel/clock.ts";
import type { PlannedWork } from "../measure/work-estimate.ts";
import type { ModelClient } from "../providers/model-client.ts";
import type { WorkEvent } from "../run-context.ts";
import type { ProductKind } from "../schema/corpus/duty.ts";
import type { ScenarioCategory, ScenarioStatus } from "../schema/corpus/scenario.ts";
import type { ScanProfileName } from "../schema/scan/scan-plan.ts";
import type { RepetitionPolicy } from "../schema/scan/verdict.ts";

/** Where a bench works. Everything has a default. */
export interface BenchOptions {
  /** A corpus folder. @default the one shipped with the package */
  readonly corpus?: string;
  /**
   * Packs beside the corpus: names of shipped ones, folders, or installed packages. Their conversations are in runs of
   * their own. @default the config's
   */
  readonly packs?: readonly string[];
  /** Where runs are kept. @default "results" below the project, or below the current directory */
  readonly results?: string;
  /** A project folder, whose `invisiblebench.config.*` and `.env` are read; a config that is code has to be named. @default none are */
  readonly project?: string;
  /** A config file, which may be code and is answered for by whoever names it. @default the project's */
  readonly config?: string;
  /** Keys, proxies and addresses of endpoints. @default nothing is known */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly clock?: Clock;
  /** Told what was put right on the way, such as a damaged file that was made again. @default nobody is */
  readonly onNotice?: (sentence: string) => void;
  /** Makes simulated models take their time, for testing what happens meanwhile. @default 0 */
  readonly simLatencyMs?: number;
  /** Makes this share of the calls to simulated models fail, for the same reason. @default 0 */
  readonly simErrorShare?: number;
}

/** Of everything that writes into a run, a folder of scans or a review. */
export interface TakingOver {
  /**
   * Takes it from a process of which nobody can tell from here whether it still works: in another container, on another
   * machine, or before this one was last started. If it does work, it stops at its next call. @default false
   */
  readonly takeOver?: boolean;
}

/** Of commands that compute much and ask no model, or only after that. */
export interface WorkersOption {
  /**
   * Threads that read and compute where no model is asked: plans, scans by word lists, recomputing, of conversations that
   * are on disk. The files are the same bytes for any number; each thread has the corpus and its word lists in memory for
   * itself, and takes some seconds until it is ready. @default 1: no other thread
   */
  readonly workers?: number;
}

export interface RunOptions extends TakingOver {
  /** By name, or models of your own (`defineModel`). @default every simulated assistant */
  readonly models?: readonly (string | ModelClient)[];
  /**
   * A model that chooses every branch, asked one fixed question at each; its runs are marked, and stand on no board with
   * others. @default the config's where a model is tested that is not simulated; otherwise the words of the scenarios choose
   */
  readonly router?: string | ModelClient;
  /** What the assistant is offered as: the notice duties of `place` are then its own. @default the config's, or a bare model */
  readonly product?: ProductKind;
  /** Where the product is offered: an ISO 3166 code such as "us-ny", or "eu". */
  readonly place?: string;
  /** Notices are shown outside the conversation, so that the model is told of none and none is looked for. @default false */
  readonly noticeOutside?: boolean;
  readonly scenarios?: readonly string[];
  readonly category?: ScenarioCategory;
  /** Scenarios with any of these tags. */
  readonly tags?: readonly string[];
  /** @default "active" */
  readonly status?: ScenarioStatus | "all";
  /** @default 1 */
  readonly repeats?: number;
  /** What is asked, and how. @default "llm/raw": models, over their APIs */
  readonly harness?: "llm/raw" | "givecare/v2" | "http/json";
  /** A text file, instead of the corpus's own prompt. */
  readonly systemPrompt?: string;
  /** @default 0.7 */
  readonly temperature?: number;
  /** @default 4096 */
  readonly maxTokens?: number;
  readonly seed?: number;
  readonly runId?: string;
  /** What the release is called, such as "v2.3": runs of one model become a line by their dates and labels. */
  readonly label?: string;
  /** The run to continue, by its plan: nothing else need be given, and what is given has to be what the plan says. */
  readonly resume?: string;
  /** Cancels one model alone, by its name. */
  readonly cancelled?: ReadonlyMap<string, AbortSignal>;
  /** Conversations at a time, per model. @default 8 */
  readonly scenarioParallel?: number;
  /** Calls at a time, per model. @default 16 */
  readonly maxConnections?: number;
  /** Never crossed; refused where a price is unknown. */
  readonly maxCostUsd?: number;
  /** Replies are kept and found again below the results folder. @default the config's, or true unless the environment has `CI` set */
  readonly cache?: boolean;
  /** Plans and prices the work, and ends there: nothing is written and no model is asked. */
  readonly dryRun?: boolean;
}

/** Of work that judges. */
export interface PlanTo {
  /**
   * After a dry run: the folder that gets `scan_plan.json` and `cost_report.json`, of a pack in a folder of its own below it. It may
   * hold an earlier plan, and lies outside all runs. @default nothing is written
   */
  readonly planTo?: string;
}

/** Work that others do. */
export interface Queued {
  /**
   * The address of a PostgreSQL database whose workers ask the models; nobody is asked from here, and no key is needed.
   * One with a password belongs into the environment. @default everything is done here
   */
  readonly queue?: string;
}

export interface ScanOptions extends TakingOver, WorkersOption {
  /** @default `sim/judge` for simulated transcripts; real ones need one named */
  readonly judge?: string | ModelClient;
  /** @default "dev"; `evaluate` uses "publish" */
  readonly profile?: ScanProfileName;
  /**
   * Judges by the own checks of this pack alone, in a scan beside the core's; named as in `packs`. Of `scan` alone: `evaluate`
   * judges a pack's own run by both. @default by the core's
   */
  readonly byPack?: string;
  readonly checks?: readonly string[];
  /** Votes per question, instead of the profile's or the check's own. */
  readonly repetitions?: number;
  /**
   * When votes on a question stop. `fixed`: after all of them; `decided`: where no vote could change the verdict;
   * `first_clear`: after a first PASS or NOT_APPLICABLE, while FAIL and UNCLEAR go on; `mixed`: `first_clear` for stable checks
   * that gate nothing, else `decided`. @default the profile's
   */
  readonly votes?: RepetitionPolicy;
  /** A second judge, asked about failed gates and split votes alone. */
  readonly adjudicator?: string | ModelClient;
  /** Ask the scenarios' own criteria too. @default false */
  readonly rubric?: boolean;
  /**
   * Ask how the caregiver was treated, in the profiles that do. `false` leaves out the scenarios' own criteria too, whatever
   * `rubric` says. @default true, and false where `checks` names some
   */
  readonly scales?: boolean;
  /**
   * Judges see placeholders for names, addresses and numbers that tell who somebody is; what is kept here has the words that
   * were said. @default true for imported runs, false for others
   */
  readonly deidentify?: boolean;
  /** The day by whose law duties are read, YYYY-MM-DD. @default the last on which somebody looked at one */
  readonly asOf?: string;
  /** How much a judge is to think, instead of the corpus's own setting. */
  readonly reasoningEffort?: "minimal" | "low" | "medium" | "high";
  /** Asks the judges later, in batches, at the price that their providers have for it; the same command fetches the answers. @default false */
  readonly batch?: boolean;
  /** Where the questions to a judge `files/…` are written. */
  readonly requests?: string;
  /** Where its answers are read from. */
  readonly answers?: string;
  /** Asks the judge again what was lost in an earlier attempt at the same scan, and nothing else. @default false */
  readonly retryLost?: boolean;
  readonly scenarioParallel?: number;
  readonly maxConnections?: number;
  /** Never crossed; refused where a price is unknown. */
  readonly maxCostUsd?: number;
  /** Replies are kept and found again below the results folder. @default the config's, or true unless the environment has `CI` set */
  readonly cache?: boolean;
  /** Plans and prices the work, and ends there: nothing is written and no model is asked. */
  readonly dryRun?: boolean;
}

/** How a caller stops what takes long. */
export interface Stoppable {
  /** Ends it: it rejects with the signal's reason, and what was done so far is kept. @default nothing does */
  readonly signal?: AbortSignal;
}

/** How a caller follows and stops work. All of it can be left out. */
export interface Control extends Stoppable {
  /** Told of every call and of every conversation that is done. @default nobody is */
  readonly onEvent?: (event: WorkEvent) => void;
  /**
   * Asked once, before anything is written or asked, for all of the work; throws to decline. Asked once more only where
   * judging turns out to cost more than the high end of that estimate. @default goes on
   */
  readonly approve?: (estimate: WorkEstimate, work: PlannedWork) => Promise<void>;
  /** Told as soon as a run has its name, so that an interrupted one can be resumed by it. @default nobody is */
  readonly began?: (runId: string) => void;
}

/** The signal that was given, or one that never comes. */
export function signalOf({ signal }: Stoppable): AbortSignal {
  return signal ?? new AbortController().signal;
}

/** A control with nothing left out. */
export function wholeControl(control: Control): Required<Control> {
  const { onEvent = () => undefined, approve = () => Promise.resolve(), began = () => undefined } = control;
  return { signal: signalOf(control), onEvent, approve, began };
}
