/**
 * A worker's part in a run, a scan or the counting of a log: the same plan, its own keys, and the shared state of all
 * workers.
 */

import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import * as z from "zod";
import { differingParts } from "../../domain/fingerprints.ts";
import { neededModels } from "../../domain/models.ts";
import { shareAccounts } from "../../fleet/account-limits.ts";
import type { Database } from "../../fleet/database.ts";
import { PostgresLedger } from "../../fleet/postgres-ledger.ts";
import {
  downloadTranscript,
  type QueuedPlan,
  type QueuedWork,
  readQueuedPlan,
} from "../../fleet/queued-work.ts";
import { noteRefusal } from "../../fleet/refusals.ts";
import { openSharedCalls } from "../../fleet/shared-calls.ts";
import { registerWorker } from "../../fleet/worker-presence.ts";
import { hashOf } from "../../kernel/hash.ts";
import { toolVersion } from "../../kernel/tool-version.ts";
import { CostCeilingError } from "../../providers/errors.ts";
import type { ModelClient } from "../../providers/model-client.ts";
import { type CallLog, recordCalls } from "../../providers/recorded-model.ts";
import { RunId, type ScenarioId, type TranscriptId } from "../../schema/ids.ts";
import { TranscriptHeader, TranscriptMessage } from "../../schema/run/transcript.ts";
import { buyConversation, judgeForCalls, scoringPartsOf, tasksOfScan } from "../../transcript-work.ts";
import type { BenchContext } from "../bench-context.ts";
import { wholeControl } from "../bench-options.ts";
import { apiErrors } from "../errors.ts";
import { judgingOfScan } from "../eval/judging-settings.ts";
import type { SpendOptions } from "../eval/open-models.ts";
import { prepareRun, readPrompt } from "../eval/prepare-work.ts";
import { resumedOptions } from "../eval/resumed-options.ts";
import { openModelsFor } from "../eval/work-context.ts";
import { openJudges } from "../scan.ts";
import { nodeMajor } from "./coordinate.ts";
import { takePartInCounting } from "./count-chunks.ts";
import { judgesOf, partsOfRun, partsOfScan } from "./enqueue-task.ts";
import type { Part } from "./part.ts";
import { logOfWorker } from "./shared-log.ts";

/** Work to do, as this worker would do it. */
interface Doing extends Pick<Part, "has" | "missing"> {
  /** Distinct needs of its tasks. */
  readonly needs: readonly string[];
  /** Fingerprints of everything that decides the calls and their cost. */
  readonly parts: Readonly<Record<string, string>>;
  /** @param retryLost whether failed calls are retried */
  begin(log: CallLog, retryLost: boolean): Part["perform"];
}

/** The `making` number of a task that retries failed calls. */
const AsksAgain = z.looseObject({ making: z.int().optional() });

/** @param assertGoesOn throws if no further call may begin */
export async function joinRun(
  context: BenchContext,
  database: Database,
  queued: QueuedWork,
  assertGoesOn: () => void,
): Promise<Part> {
  const { clock } = context;
  const { run, kind } = queued;
  const versions = [
    ...(queued.tool_version === toolVersion() ? [] : ["the version of InvisibleBench"]),
    ...(queued.node_major === nodeMajor() ? [] : ["the version of Node"]),
  ];
  const refuse = (parts: readonly string[]) => {
    if (parts.length > 0) throw apiErrors.IB_WORKER_DIFFERS(`${kind} ${run}`, parts);
  };
  refuse(versions);
  const planned = await readQueuedPlan(database, run);

  // A new id for each part in a run: a reservation under an old id counts as spent once its worker has left.
  const id = `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
  if (planned.kind === "monitor") return takePartInCounting(context, { database, queued, id }, planned);
  const presence = await registerWorker({ database, clock, id });
  const accounts = shareAccounts({ database, clock, worker: id, onTrouble: context.onNotice });
  try {
    const ledger = await PostgresLedger.join({
      database,
      clock,
      run,
      worker: id,
      ceilingReached: (figures) => new CostCeilingError(figures),
    });
    // Without a cache: a reply on one worker's disk would be new for another.
    const spending = { cache: false, isRemote: true, ledger, accounts };
    const doing =
      planned.kind === "run"
        ? await conversationsOf(planned, run, context, spending)
        : await judgingOf(planned, { database, run }, context, spending);
    refuse(differingParts(queued.fingerprints, doing.parts));
    await accounts.opened();
    const calls = openSharedCalls({ database, clock, run, presence });
    const begun = new Map<number | undefined, Part["perform"]>();
    const refused = new Set<string>();
    const refuseTasks = async (needs: string, reason: string | null) => {
      refused.add(needs);
      await noteRefusal(database, { run, worker: id, needs, reason });
    };
    for (const needs of doing.needs) if (!doing.has.includes(needs)) await refuseTasks(needs, null);
    return {
      kind,
      stay: queued.stay,
      get has() {
        return doing.has.filter((needs) => !refused.has(needs));
      },
      refuse: refuseTasks,
      missing: doing.missing,
      lost: presence.lost,
      perform: (task, signal) => {
        const { making } = AsksAgain.parse(task.payload);
        const begin = () => doing.begin(logOfWorker(calls, assertGoesOn, making), making !== undefined);
        const perform = begun.get(making) ?? begin();
        begun.set(making, perform);
        return perform(task, signal);
      },
      leave: async () => {
        await ledger.booked();
        await accounts.close();
        await presence.leave();
      },
    };
  } catch (error) {
    await accounts.close();
    await presence.leave();
    throw error;
  }
}

/** Addresses a conversation of a plan. */
const Conversation = z.object({ model: z.int(), scenario: z.int(), repeat: z.int() });

async function conversationsOf(
  { plan }: Extract<QueuedPlan, { kind: "run" }>,
  run: string,
  context: BenchContext,
  spending: SpendOptions,
): Promise<Doing> {
  const corpus = await context.corpus();
  const stored = {
    runId: RunId.parse(run),
    directory: run,
    hasRunPlan: async () => true,
    readRunPlan: async () => plan,
    recordedCalls: async () => null,
  };
  const knows = (name: ScenarioId) => corpus.scenarios.has(name);
  const options = await resumedOptions(stored, {}, { knows, readPrompt });
  const prepared = await prepareRun(context, { ...options, ...spending }, wholeControl({}));
  const router = plan.router === undefined ? [] : [plan.router.model_id];
  const askedBy = plan.models.map(({ model_id }) => [model_id, ...router]);
  const hasKeys = (names: readonly string[]) => names.every((name) => prepared.models.hasKey(name));
  const { clock } = context;
  return {
    parts: partsOfRun(prepared.plan, prepared.models),
    needs: askedBy.map(neededModels),
    has: askedBy.filter(hasKeys).map(neededModels),
    missing: [...new Set(askedBy.flat())].filter((name) => !hasKeys([name])),
    begin: (log, retryLost) => (task, signal) =>
      buyConversation(
        Conversation.parse(task.payload),
        { plan, models: prepared.targets, router: prepared.router, retryLost, log },
        { corpus, clock },
        signal,
      ),
  };
}

/** Addresses a transcript of a plan. */
const Judging = z.object({ transcript: z.int() });
const UploadedTranscript = z.strictObject({ header: TranscriptHeader, messages: z.array(TranscriptMessage) });

async function judgingOf(
  { plan, repetitions, votes }: Extract<QueuedPlan, { kind: "scan" }>,
  { database, run }: { readonly database: Database; readonly run: string },
  context: BenchContext,
  spending: SpendOptions,
): Promise<Doing> {
  const [corpus, matcher] = [await context.corpus(), await context.matcher()];
  const models = await openModelsFor(context, spending, wholeControl({}));
  const options = {
    ...judgingOfScan(plan),
    ...(repetitions === undefined ? {} : { repetitions }),
    ...(votes === undefined ? {} : { votes }),
  };
  const request = await openJudges(models, context, options, false);
  const missing = judgesOf(plan).filter((name) => !models.hasKey(name));
  const readTranscript = async (id: TranscriptId) => {
    const planned = plan.transcripts.find((each) => each.transcript_id === id);
    const hash = planned?.transcript_hash ?? "";
    const content = JSON.parse(await downloadTranscript(database, run, hash));
    if (hashOf(content) !== hash) throw apiErrors.IB_TRANSCRIPT_DAMAGED(id);
    return UploadedTranscript.parse(content);
  };
  const needs = [...new Set(tasksOfScan(plan).map((task) => task.needs))];
  return {
    parts: partsOfScan(plan, await scoringPartsOf(request, { corpus }), models),
    needs,
    // All of them or none: judging a conversation asks both.
    has: missing.length === 0 ? needs : [],
    missing,
    begin: (log, retryLost) => {
      const record = (client: ModelClient | null) =>
        client && recordCalls(client, log, context.clock, { retriesFailed: retryLost });
      const judges = { judge: record(request.judgeClient), adjudicator: record(request.adjudicatorClient) };
      const judgeOne = judgeForCalls({ plan, corpus, matcher, ...judges, readTranscript });
      return async (task, signal) => {
        const one = plan.transcripts[Judging.parse(task.payload).transcript];
        if (one === undefined) throw new Error("a task that is not in the plan");
        await judgeOne(one, signal);
      };
    },
  };
}
