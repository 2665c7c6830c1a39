/**
 * Work on single transcripts: running, planning, judging and scoring. It runs in this process, on workers (calls only),
 * or in threads that share no memory with this one and receive their work by name.
 */
import { dirname } from "node:path";
import type { Corpus } from "./corpus/corpus.ts";
import { SCORER_VERSION } from "./domain/fingerprints.ts";
import { neededModels } from "./domain/models.ts";
import type { Executor, Handler, NamedHandler } from "./executor/executor.ts";
import type { ThreadHandlers, ThreadTable } from "./executor/thread.ts";
import { haveConversation, tasksOfAllModels } from "./harness/run-harness.ts";
import { systemClock } from "./kernel/clock.ts";
import { hashOf } from "./kernel/hash.ts";
import { FailedCalls, failedCallsIn, type TranscriptLosses } from "./measure/losses.ts";
import { measuredPart } from "./measure/measured-card.ts";
import { planScan, type ScanRequest } from "./plan-scan/plan-scan.ts";
import { createTranscriptPlanner, type PlanRequest } from "./plan-scan/see-transcript.ts";
import type { ModelClient } from "./providers/model-client.ts";
import { type CallLog, journalClient, recordCalls } from "./providers/recorded-model.ts";
import type { Finished, RunContext, RunWork } from "./run-context.ts";
import { factsOf, type TranscriptFacts } from "./scan-collector.ts";
import type { RunId, TranscriptId } from "./schema/ids.ts";
import type { RunPlan } from "./schema/run/run-plan.ts";
import type { Transcript } from "./schema/run/transcript.ts";
import type { PlannedTranscript, ScanPlan } from "./schema/scan/scan-plan.ts";
import { createNamedScorers } from "./score/named-scorers.ts";
import { createScanSums, createTranscriptScorer, type TranscriptScores } from "./score/score-scan.ts";
import { readJournalIndex } from "./store/journal.ts";
import { openRun } from "./store/run-store.ts";
import { openJointRuns, type ScanSource } from "./store/scan-source.ts";
import { checkRows, type JudgedLines, judgedLines } from "./store/verdict-places.ts";
import { compileLexicons, type LexiconMatcher } from "./text/match/lexicon-matcher.ts";
import { createTranscriptVerifier, type VerifierInput } from "./verify/run-verifiers.ts";

/** The place of transcripts on disk. */
interface TranscriptPlace {
  readonly results: string;
  readonly runIds: readonly RunId[];
}

interface SeeSetup {
  readonly place: TranscriptPlace;
  readonly request: PlanRequest;
}

interface JudgeSetup {
  readonly place: TranscriptPlace;
  readonly plan: Omit<ScanPlan, "transcripts">;
  /** The journal that answers for the judges; `null` if no judge is asked. */
  readonly journal: string | null;
}

/** Undefined if the transcripts are only in memory. */
function placeOf({ runs }: Pick<ScanSource, "runs">): TranscriptPlace | undefined {
  const [first] = runs;
  return first && { results: dirname(first.directory), runIds: runs.map(({ runId }) => runId) };
}

/** The planned transcripts of a scan, in order. */
export async function planTranscripts(
  request: PlanRequest,
  home: ScanSource,
  tools: { readonly corpus: Corpus; readonly matcher: LexiconMatcher; readonly executor: Executor },
  signal: AbortSignal,
) {
  const { ids, read = home.readTranscript, ...material } = await home.material();
  const see = createTranscriptPlanner(request, tools.corpus, tools.matcher);
  const handler = async (id: TranscriptId) => see(await read(id));
  const tasks = ids.map((id) => ({ id, input: id }));
  const seen = tools.executor.run({ tasks, handler, ...planTask(home, request) }, signal);
  return { ...material, seen };
}

function planTask(
  home: Pick<ScanSource, "runs">,
  { profile, judge, checks, rubric, scales, asOf }: PlanRequest,
): { readonly elsewhere?: NamedHandler } {
  const place = placeOf(home);
  if (place === undefined) return {};
  const request: PlanRequest = {
    profile,
    judge: judge && {},
    ...(checks === undefined ? {} : { checks }),
    ...(rubric === undefined ? {} : { rubric }),
    ...(scales === undefined ? {} : { scales }),
    ...(asOf === undefined ? {} : { asOf }),
  };
  const setup: SeeSetup = { place, request };
  return { elsewhere: { kind: "see", setup } };
}

/** A task that judges transcripts without calling a model: by words only, or from calls in a journal. */
export function judgeTask(
  home: Pick<ScanSource, "runs">,
  { transcripts: _, ...plan }: ScanPlan,
  journal: string | null = null,
): { readonly elsewhere?: NamedHandler } {
  const place = placeOf(home);
  if (place === undefined || (plan.judge !== null && journal === null)) return {};
  const setup: JudgeSetup = { place, plan, journal: plan.judge === null ? null : journal };
  return { elsewhere: { kind: "judge", setup } };
}

/** Results for one transcript: its lines on disk, and facts that a scan adds up. Nothing is computed again. */
export interface TranscriptOutcome {
  readonly done: Finished;
  readonly lines: JudgedLines;
  readonly votes: number;
  readonly scores: TranscriptScores;
  readonly losses: TranscriptLosses;
  /** For the report and the seal. */
  readonly facts: TranscriptFacts;
}

type JudgingInput = VerifierInput & { readonly corpus: Corpus };

/** PlannedTranscript → VerdictResult → Scorecard. Judges one transcript; order does not matter, so threads may share the work. */
function createTranscriptJudge(input: JudgingInput): Handler<PlannedTranscript, TranscriptOutcome> {
  const { plan, corpus, matcher } = input;
  const verify = createTranscriptVerifier(input);
  const score = createTranscriptScorer(plan, corpus, createNamedScorers(corpus, matcher, plan));
  return async (planned, signal) => {
    const verified = await verify(planned, signal);
    const { rows, scorerResults } = verified;
    const { card, ...scores } = score(verified);
    const checked = checkRows(rows, [card], scorerResults);
    return {
      done: { id: planned.transcript_id, complete: planned.complete },
      lines: judgedLines(checked),
      votes: rows.reduce((sum, { details }) => sum + details.votes.length, 0),
      scores: { ...scores, card: measuredPart(card) },
      losses: failedCallsIn(verified),
      facts: factsOf(checked),
    };
  };
}

/** RunPlan → tasks for workers, one per conversation; each goes to a worker that may call the model. */
export function tasksOfRun(plan: RunPlan) {
  return tasksOfAllModels(plan);
}

/** Runs one conversation of a RunPlan only for its calls. The process that writes the run finds them in the log. */
export async function buyConversation(
  task: { readonly model: number; readonly scenario: number; readonly repeat: number },
  {
    plan,
    models,
    router: chooser,
    retryLost,
    log,
  }: Pick<RunWork, "plan" | "models" | "router" | "retryLost"> & { readonly log: CallLog },
  { corpus, clock }: Pick<RunContext, "corpus" | "clock">,
  signal: AbortSignal,
): Promise<void> {
  const planned = plan.models[task.model];
  const client = models.find(({ modelId }) => modelId === planned?.model_id);
  if (planned === undefined || client === undefined) throw new Error("a task that is not in the plan");
  const record = (asked: ModelClient) =>
    recordCalls(asked, log, clock, { retriesFailed: retryLost ?? false });
  const router = chooser && record(chooser);
  await haveConversation({ plan, planned, corpus, model: record(client), router }, task, signal);
}

/** The parts of a scan's scoring fingerprint for this corpus and code. Workers of a scan compare them. */
export async function scoringPartsOf(
  request: ScanRequest,
  { corpus }: { readonly corpus: Corpus },
): Promise<Readonly<Record<string, string>>> {
  const seen = (async function* () {})();
  const plan = await planScan({ request, corpus, seen, fingerprint: null, engine: SCORER_VERSION });
  return plan.fingerprints.scoring.parts;
}

/** ScanPlan → tasks for workers, one per transcript, by its place in the plan. */
export function tasksOfScan({ transcripts, judge, adjudicator }: ScanPlan) {
  const needs = neededModels([judge, adjudicator].flatMap((model) => model?.model_id ?? []));
  return transcripts.map(({ transcript_id: task }, transcript) => ({ task, payload: { transcript }, needs }));
}

/** Judges one transcript at a time only for the judges' calls. The process that writes the scan finds them in the log. */
export function judgeForCalls(input: VerifierInput): Handler<PlannedTranscript, void> {
  const verify = createTranscriptVerifier(input);
  return async (planned, signal) => {
    await verify(planned, signal);
  };
}

/** ScanPlan → VerdictResult → Scorecard. With recorded calls only, it recomputes a scan by the same code. */
export function judgeTranscripts(
  input: JudgingInput & {
    readonly plan: ScanPlan;
    readonly executor: Executor;
    readonly elsewhere?: NamedHandler;
  },
  tell: (judged: TranscriptOutcome) => void,
  signal: AbortSignal,
) {
  const { plan, corpus, executor, elsewhere } = input;
  const sums = createScanSums(plan, corpus);
  const losses = new FailedCalls();
  const tasks = plan.transcripts.map((planned) => ({ id: planned.transcript_id, input: planned }));
  const handler = createTranscriptJudge(input);
  const job = { tasks, handler, ...(elsewhere === undefined ? {} : { elsewhere }) };
  const judged = async function* () {
    for await (const each of executor.run(job, signal)) {
      sums.add(each.scores);
      losses.add(each.losses);
      tell(each);
      yield each.lines;
    }
  };
  return {
    /** Results of each transcript, as on disk. */
    judged: judged(),
    finish: () => ({ ...sums.finish(), lost: losses.finish() }),
  };
}

/** The current hashes of transcripts, in plan order. */
export function transcriptHashes(
  plan: ScanPlan,
  { home, executor }: { readonly home: ScanSource; readonly executor: Executor },
  signal: AbortSignal,
): AsyncIterable<string> {
  const place = placeOf(home);
  const tasks = plan.transcripts.map(({ transcript_id: id }) => ({ id, input: id }));
  const handler = async (id: TranscriptId) => hashOf(await home.readTranscript(id));
  return executor.run(
    { tasks, handler, ...(place === undefined ? {} : { elsewhere: { kind: "hash", setup: place } }) },
    signal,
  );
}

/** Threads for this corpus as loaded, even if its files change later. */
export function transcriptThreads(corpus: Corpus): ThreadTable {
  return { module: import.meta.url, name: handlersInThread.name, world: corpus };
}

/** Handlers by task name. Each thread compiles the word lists once. */
export function handlersInThread(corpus: Corpus): ThreadHandlers {
  const matcher = compileLexicons([...corpus.lexicons.values()], corpus.words);
  return {
    hash: async (place: TranscriptPlace) => {
      const read = await openPlace(place);
      return async (id: TranscriptId) => hashOf(await read(id));
    },
    see: async ({ place, request }: SeeSetup) => {
      const read = await openPlace(place);
      const see = createTranscriptPlanner(request, corpus, matcher);
      return async (id: TranscriptId) => see(await read(id));
    },
    judge: async ({ place, plan, journal }: JudgeSetup) => {
      const readTranscript = await openPlace(place);
      const calls = journal === null ? null : await readJournalIndex(journal);
      const replay = (model: ScanPlan["judge"] | undefined) =>
        model == null || calls === null ? null : journalClient(model, calls, systemClock);
      const [judge, adjudicator] = [replay(plan.judge), replay(plan.adjudicator)];
      return createTranscriptJudge({ plan, corpus, matcher, judge, adjudicator, readTranscript });
    },
  };
}

async function openPlace({
  results,
  runIds,
}: TranscriptPlace): Promise<(id: TranscriptId) => Promise<Transcript>> {
  const [first, ...others] = runIds;
  if (first === undefined) throw new RangeError("transcripts lie in a run");
  const home =
    others.length === 0
      ? await openRun({ results, runId: first, mode: "read" })
      : await openJointRuns({ results, runIds, mode: "read" });
  return (id) => home.readTranscript(id);
}
