import { sha256 } from "../kernel/hash.ts";
import type { ModelId } from "../schema/ids.ts";
import type { FinishReason, Transcript, TranscriptMessage } from "../schema/transcript.ts";
import type { ExportedRun } from "./export-format.ts";
import { TooManyModelsError } from "./too-many-models-error.ts";

const STOP_REASONS: Readonly<Record<FinishReason, string>> = {
  stop: "stop",
  length: "max_tokens",
  content_filter: "content_filter",
  refusal: "content_filter",
  other: "unknown",
};

/** The conversations of one model as a log of Inspect AI, version 2, in JSON: samples without scores. */
export function inspectLog(transcripts: readonly Transcript[], run: ExportedRun): object {
  const models = [...new Set(transcripts.map(({ header }) => header.model_id))];
  const [model, ...others] = models;
  if (model === undefined || others.length > 0) throw new TooManyModelsError(models);
  const samples = transcripts.map((transcript) => sampleOf(transcript, run, model));
  return {
    version: 2,
    status: "success",
    eval: {
      eval_id: run.runId,
      run_id: run.runId,
      created: run.madeAt,
      task: "invisiblebench",
      task_id: run.runId,
      dataset: {
        name: "invisiblebench",
        samples: samples.length,
        sample_ids: [...new Set(samples.map(({ id }) => id))],
      },
      model,
      config: {},
    },
    samples,
  };
}

function sampleOf({ header, messages }: Transcript, run: ExportedRun, model: ModelId) {
  const isTold = run.systemPrompt !== null && sha256(run.systemPrompt) === header.system_prompt_hash;
  const told = isTold && run.systemPrompt ? [{ role: "system", content: run.systemPrompt }] : [];
  const said = messages.filter(({ error }) => error === undefined);
  const opening = said.slice(0, said.findIndex(({ role }) => role === "user") + 1);
  const last = said.at(-1);
  const isFromCorpus = header.tags === undefined;
  return {
    id: isFromCorpus ? header.scenario_id : (run.importedIds.get(header.transcript_id) ?? header.scenario_id),
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
    metadata: {
      transcript_id: header.transcript_id,
      ...(isFromCorpus ? { scenario_id: header.scenario_id } : { tags: header.tags }),
      harness: header.harness,
      simulated: header.simulated,
      private: header.private ?? false,
      complete: header.complete,
    },
  };
}

function chatMessage({ role, content }: TranscriptMessage, model: ModelId) {
  return role === "user" ? { role, content, source: "input" } : { role, content, source: "generate", model };
}
