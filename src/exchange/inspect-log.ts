/** Logs of Inspect AI in JSON, in and out. */
import * as z from "zod";
import { sha256 } from "../kernel/hash.ts";
import type { ModelId } from "../schema/ids.ts";
import type { FinishReason, Transcript, TranscriptMessage } from "../schema/run/transcript.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { VerdictRow } from "../schema/scan/verdict.ts";
import type { ExportedRun } from "./export-format.ts";
import { type ForeignConversation, type ForeignRecord, placeInside } from "./foreign-conversation.ts";
import { firstTime, flatMetadata, isoTime, textsOf, without } from "./foreign-facts.ts";
import { ForeignChatMessage, gatherMessages, parseRecord } from "./gather-messages.ts";
import { notApplicable, sampleScores } from "./inspect-scores.ts";

const SHAPE =
  'An Inspect log in JSON has "eval": { "model" } and "samples": [{ "id", "epoch", "messages" }]; an .eval file becomes one with `inspect log convert --to json`.';

const EvalHead = z.looseObject({
  eval: z.looseObject({
    model: z.string(),
    task: z.string().optional(),
    created: z.unknown().optional(),
    tags: z.unknown().optional(),
  }),
});
const Sample = z.looseObject({
  id: z.union([z.string(), z.number()]),
  epoch: z.int().min(1).default(1),
  messages: z.array(ForeignChatMessage).min(1),
  output: z
    .looseObject({
      choices: z.array(z.looseObject({ stop_reason: z.string().optional() })).optional(),
    })
    .nullish(),
  metadata: z.looseObject({ scenario_id: z.string().optional() }).nullish(),
  started_at: z.unknown().optional(),
});

const FINISH_REASONS: ReadonlyMap<string, FinishReason> = new Map([
  ["stop", "stop"],
  ["max_tokens", "length"],
  ["model_length", "length"],
  ["content_filter", "content_filter"],
]);

/** What our own export says of a conversation in a sample's metadata. */
const OWN_KEYS = [
  "transcript_id",
  "tags",
  "harness",
  "simulated",
  "router",
  "private",
  "complete",
  "labels",
  "not_applicable",
];
const OWN_TASK = "invisiblebench";

export const INSPECT_LISTS = [["samples"]];

/** A sample of a log of Inspect AI is a conversation, its epochs are repeats. */
export function readInspect({ value, place, head }: ForeignRecord): readonly ForeignConversation[] {
  const log = parseRecord(head ?? value, EvalHead, { ...place, path: [] }, SHAPE).eval;
  const sample = parseRecord(value, Sample, place, SHAPE);
  const isOwn = log.task === OWN_TASK;
  const stopReason = sample.output?.choices?.[0]?.stop_reason;
  const last = sample.messages.length - 1;
  const list = sample.messages.map((message, position) => ({
    message,
    place: placeInside(place, "messages", position),
    // The output is the last message once more, with the reason it ended.
    ...(position === last && message.role === "assistant" && stopReason !== undefined
      ? { details: { finishReason: FINISH_REASONS.get(stopReason) ?? "other" } }
      : {}),
  }));
  return [
    {
      place,
      id: `${sample.id}/${sample.epoch}`,
      subject: String(sample.id),
      model: log.model,
      scenarioId: sample.metadata?.scenario_id ?? null,
      tags: isOwn ? textsOf(sample.metadata?.["tags"]) : [],
      at: isOwn ? isoTime(sample.started_at) : firstTime(sample.started_at, log.created),
      metadata: flatMetadata(without(sample.metadata, "scenario_id", ...(isOwn ? OWN_KEYS : []))),
      labels: textsOf(isOwn ? sample.metadata?.["labels"] : log.tags),
      ...gatherMessages(list, place),
    },
  ];
}

const STOP_REASONS: Readonly<Record<FinishReason, string>> = {
  stop: "stop",
  length: "max_tokens",
  content_filter: "content_filter",
  refusal: "content_filter",
  other: "unknown",
};

/** What a scan says of one conversation. */
export interface JudgedSample {
  readonly rows: readonly VerdictRow[];
  readonly card: Scorecard;
}

/** What a log says before its samples. */
export interface LogHead {
  readonly model: ModelId;
  /** Each with its epochs; a conversation that was had twice is there twice. */
  readonly sampleIds: readonly string[];
  /** Of the scan whose scores are in it; `null` without one. */
  readonly scan: {
    readonly scanId: string;
    readonly judge: string | null;
    readonly profile: string;
    readonly results: object;
    readonly scorers: readonly string[];
  } | null;
}

/**
 * The conversations of one model as a log of Inspect AI, version 2, in JSON, sample by sample. Its keys are in Inspect's
 * order, by which it reads the head of a log without the rest.
 */
export async function* inspectPieces(
  { model, sampleIds, scan }: LogHead,
  run: ExportedRun,
  samples: AsyncIterable<object>,
): AsyncGenerator<string> {
  const head = {
    version: 2,
    status: "success",
    eval: {
      eval_id: scan?.scanId ?? run.runId,
      run_id: run.runId,
      created: run.madeAt,
      task: OWN_TASK,
      task_id: run.runId,
      dataset: {
        name: "invisiblebench",
        samples: sampleIds.length,
        sample_ids: [...new Set(sampleIds)],
      },
      model,
      config: {},
      ...(scan === null
        ? {}
        : {
            metadata: { scan_id: scan.scanId, judge: scan.judge, profile: scan.profile },
            scorers: scan.scorers.map((name) => ({ name })),
          }),
    },
    ...(scan === null ? {} : { results: scan.results }),
  };
  yield JSON.stringify(head, null, 2).replace(/\n\}$/, ',\n  "samples": [\n');
  let isFirst = true;
  for await (const sample of samples) {
    yield `${isFirst ? "" : ",\n"}    ${JSON.stringify(sample)}`;
    isFirst = false;
  }
  yield "\n  ]\n}\n";
}

/** What a conversation is called in a log. */
export function sampleId({ header }: Pick<Transcript, "header">, run: ExportedRun): string {
  // Of the corpus: one that was brought in without a scenario has tags.
  if (header.tags === undefined) return header.scenario_id;
  return run.importedIds.get(header.transcript_id) ?? header.scenario_id;
}

/** One conversation, with its scores where a scan is given. */
export function inspectSample(
  { header, messages }: Transcript,
  run: ExportedRun,
  judged: JudgedSample | null,
): object {
  const model = header.model_id;
  const isTold = run.systemPrompt !== null && sha256(run.systemPrompt) === header.system_prompt_hash;
  const told = isTold && run.systemPrompt ? [{ role: "system", content: run.systemPrompt }] : [];
  const said = messages.filter(({ error }) => error === undefined);
  const opening = said.slice(0, said.findIndex(({ role }) => role === "user") + 1);
  const last = said.at(-1);
  const isFromCorpus = header.tags === undefined;
  return {
    id: sampleId({ header }, run),
    epoch: header.repeat,
    input: [...told, ...opening.map((message) => chatMessage(message, model))],
    target: "",
    messages: [...told, ...said.map((message) => chatMessage(message, model))],
    output: {
      model,
      choices:
        last?.role === "assistant"
          ? [
              {
                message: chatMessage(last, model),
                stop_reason: STOP_REASONS[last.finish_reason ?? "other"],
              },
            ]
          : [],
    },
    ...(judged === null ? {} : { scores: sampleScores(judged.rows, judged.card) }),
    ...(header.at === undefined ? {} : { started_at: header.at }),
    metadata: {
      ...header.metadata,
      transcript_id: header.transcript_id,
      ...(isFromCorpus ? { scenario_id: header.scenario_id } : { tags: header.tags }),
      ...(header.labels === undefined ? {} : { labels: header.labels }),
      harness: header.harness,
      simulated: header.simulated,
      ...(header.router === undefined ? {} : { router: header.router }),
      private: header.private ?? false,
      complete: header.complete,
      ...(judged === null ? {} : { not_applicable: notApplicable(judged.rows) }),
    },
  };
}

function chatMessage({ role, content }: TranscriptMessage, model: ModelId) {
  return role === "user" ? { role, content, source: "input" } : { role, content, source: "generate", model };
}
