/** Reads and writes logs of Inspect AI in JSON. */
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

/** Metadata keys of a sample that our own export writes. */
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

/** Reads a log of Inspect AI: a sample is a conversation, its epochs are repeats. */
export function readInspect({ value, place, head }: ForeignRecord): readonly ForeignConversation[] {
  const log = parseRecord(head ?? value, EvalHead, { ...place, path: [] }, SHAPE).eval;
  const sample = parseRecord(value, Sample, place, SHAPE);
  const isOwn = log.task === OWN_TASK;
  const stopReason = sample.output?.choices?.[0]?.stop_reason;
  const last = sample.messages.length - 1;
  const list = sample.messages.map((message, position) => ({
    message,
    place: placeInside(place, "messages", position),
    // The output repeats the last message and adds the reason why it ended.
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

/** A scan's results for one conversation. */
export interface JudgedSample {
  readonly rows: readonly VerdictRow[];
  readonly card: Scorecard;
}

/** Content of a log before its samples. */
export interface LogHead {
  readonly model: ModelId;
  /** Ids of samples with their epochs; a conversation with two repeats is listed twice. */
  readonly sampleIds: readonly string[];
  /** The scan that the log's scores come from; `null` without one. */
  readonly scan: {
    readonly scanId: string;
    readonly judge: string | null;
    readonly profile: string;
    readonly results: object;
    readonly scorers: readonly string[];
  } | null;
}

/**
 * Writes one model's conversations as a log of Inspect AI, version 2, in JSON, sample by sample. The keys have
 * Inspect's order, so that it can read the head of a log alone.
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

/** Names a conversation in a log. */
export function sampleId({ header }: Pick<Transcript, "header">, run: ExportedRun): string {
  // A corpus scenario; conversations imported without a scenario have tags.
  if (header.tags === undefined) return header.scenario_id;
  return run.importedIds.get(header.transcript_id) ?? header.scenario_id;
}

/** Writes one conversation, with scores if a scan is given. */
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
