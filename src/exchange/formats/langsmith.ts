/** Reads LangSmith: runs in the Run data format, as written by its API, its SDKs and its bulk export. */
import { BadImportError } from "../errors.ts";
import type { ImportPlace } from "../foreign-conversation.ts";
import { type ForeignRecord, placeInside } from "../foreign-conversation.ts";
import { firstTime, flatMetadata, isObject, parsedOr, textOr, textsOf } from "../foreign-facts.ts";
import { type LoggedCall, type LoggedSpan, spanWith } from "../logged-span.ts";
import { chatIn, toldOver } from "./chat-values.ts";

/** A list of runs, or a page of them. */
export const LANGSMITH_LISTS = [[], ["runs"], ["data"]];

const SHAPE =
  'A run of LangSmith is { "id", "trace_id", "run_type", "start_time", "inputs", "outputs", "extra"? }.';

/** Metadata keys that group a run's traces into a thread, in LangSmith's order. */
const THREAD_KEYS = ["thread_id", "session_id", "conversation_id"];

type Run = Readonly<Record<string, unknown>>;

export function readLangsmith({ value, place }: ForeignRecord): readonly (LoggedSpan | BadImportError)[] {
  if (!isObject(value)) throw new BadImportError(place, "it is no object", SHAPE);
  const id = textOr(value["id"]);
  const traceId = textOr(value["trace_id"]) ?? id;
  if (id === null || traceId === null) throw new BadImportError(place, 'a run needs an "id"', SHAPE);
  const metadata = metadataOf(value);
  // At the top of a run, `session_id` is the project.
  const thread =
    textOr(value["thread_id"]) ??
    THREAD_KEYS.map((key) => textOr(metadata[key])).find((each) => each !== null);
  const isRoot = traceId === id || (textOr(value["parent_run_id"]) === null && value["is_root"] !== false);
  return [
    spanWith(
      {
        place,
        spanId: id,
        traceId,
        sessionId: thread ?? null,
        at: firstTime(value["start_time"]),
        metadata: flatMetadata({
          ...metadata,
          ...(isRoot && textOr(value["name"]) !== null ? { name: value["name"] } : {}),
        }),
        labels: textsOf(value["tags"]),
      },
      () => readCall(value, metadata, place, isRoot),
    ),
  ];
}

function readCall(run: Run, metadata: Run, place: ImportPlace, isRoot: boolean): LoggedCall | null {
  const isModel = run["run_type"] === "llm";
  if (!isModel && !isRoot) return null;
  const [inputs, outputs] = [jsonOf(run["inputs"]), jsonOf(run["outputs"])];
  const isFailed = textOr(run["error"]) !== null || run["status"] === "error";
  if (!isModel && (inputs == null || outputs == null)) return null;
  const read = () => {
    const asked = chatIn(inputs, placeInside(place, "inputs"), "user");
    const replied = outputs == null ? [] : chatIn(outputs, placeInside(place, "outputs"), "assistant");
    if (asked.length === 0 || (replied.length === 0 && !isFailed)) {
      const hint = "Export the fields inputs and outputs too, and do not hide them when tracing.";
      throw new BadImportError(place, "a call of a model without what was said", hint);
    }
    return { asked, replied };
  };
  const base = { model: modelOf(run, metadata), scenarioId: textOr(metadata["scenario_id"]) };
  if (isModel) return { kind: "model", ...base, ...read() };
  try {
    const { asked, replied } = read();
    return { kind: "whole", ...base, ...toldOver(asked, replied) };
  } catch (error) {
    // A chain's input and output may be anything; only its model calls must be readable.
    if (error instanceof BadImportError) return null;
    throw error;
  }
}

function metadataOf(run: Run): Run {
  const extra = jsonOf(run["extra"]);
  const inner = isObject(extra) ? jsonOf(extra["metadata"]) : null;
  const own = jsonOf(run["metadata"]);
  return { ...(isObject(own) ? own : {}), ...(isObject(inner) ? inner : {}) };
}

function modelOf(run: Run, metadata: Run): string | null {
  const extra = jsonOf(run["extra"]);
  const parameters =
    isObject(extra) && isObject(extra["invocation_params"]) ? extra["invocation_params"] : {};
  const name =
    textOr(metadata["ls_model_name"]) ?? textOr(parameters["model"]) ?? textOr(parameters["model_name"]);
  const provider = textOr(metadata["ls_provider"]);
  return name === null || provider === null || name.includes("/") ? name : `${provider}/${name}`;
}

/** Parses a structured value, which is JSON in Parquet. */
function jsonOf(value: unknown): unknown {
  return typeof value === "string" ? parsedOr(value, value) : value;
}
