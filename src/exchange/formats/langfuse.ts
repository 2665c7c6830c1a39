/** Reads Langfuse: observations and traces, as written by the interface, the API and the export to blob storage. */
import { BadImportError } from "../errors.ts";
import { type ForeignRecord, type ImportPlace, placeInside } from "../foreign-conversation.ts";
import { firstTime, flatMetadata, isObject, parsedOr, textOr, textsOf } from "../foreign-facts.ts";
import { type LoggedCall, type LoggedSpan, spanWith } from "../logged-span.ts";
import { chatIn, toldOver, withFinishReason } from "./chat-values.ts";

/** A list of rows, or a page of the API. */
export const LANGFUSE_LISTS = [[], ["data"]];

const SHAPE =
  'A row of Langfuse is an observation { "id", "traceId", "type", "startTime", "input", "output" } or a trace { "id", "timestamp", "input", "output", "sessionId" }.';

type Row = Readonly<Record<string, unknown>>;

/** Reads an observation, a trace, a trace with its observations, or a session with its traces. */
export function readLangfuse({ value, place }: ForeignRecord): readonly (LoggedSpan | BadImportError)[] {
  if (!isObject(value)) throw new BadImportError(place, "it is no object", SHAPE);
  const row = snakeKeys(value);
  if (Array.isArray(row["traces"])) {
    const session = { session_id: row["id"] };
    return objectsIn(row["traces"]).flatMap(([trace, index]) =>
      readRow({ ...session, ...snakeKeys(trace) }, placeInside(place, "traces", index)),
    );
  }
  return readRow(row, place);
}

function readRow(row: Row, place: ImportPlace): readonly (LoggedSpan | BadImportError)[] {
  if (row["type"] !== undefined) return [readObservation(row, {}, place)];
  // The download of one trace has its fields next to the observations, or below `trace`.
  const fields = isObject(row["trace"]) ? snakeKeys(row["trace"]) : row;
  const trace = { trace_name: fields["name"], ...fields };
  const observations = Array.isArray(row["observations"]) ? row["observations"] : [];
  return [
    readTrace(trace, place),
    ...objectsIn(observations).map(([item, index]) =>
      readObservation(snakeKeys(item), trace, placeInside(place, "observations", index)),
    ),
  ];
}

/** Skips ids: the API may return them instead of observations. */
function objectsIn(list: readonly unknown[]): readonly (readonly [Row, number])[] {
  return list.flatMap((item, index) => (isObject(item) ? [[item, index] as const] : []));
}

function readObservation(row: Row, trace: Row, place: ImportPlace): LoggedSpan | BadImportError {
  const id = textOr(row["id"]);
  const traceId = textOr(row["trace_id"]) ?? textOr(trace["id"]);
  if (id === null || traceId === null)
    return new BadImportError(place, 'an observation needs an "id" and a "traceId"', SHAPE);
  const isCall = textOr(row["type"])?.toUpperCase() === "GENERATION";
  return spanWith(
    {
      place,
      spanId: id,
      traceId,
      sessionId: textOr(row["session_id"]) ?? textOr(trace["session_id"]),
      at: firstTime(row["start_time"]),
      metadata: { ...factsOf(trace), ...factsOf(row) },
      labels: [...textsOf(trace["tags"]), ...textsOf(row["tags"])],
    },
    () => (isCall ? readGeneration(row, place) : null),
  );
}

function readGeneration(row: Row, place: ImportPlace): LoggedCall {
  const replied = chatIn(row["output"], placeInside(place, "output"), "assistant");
  const isFailed = textOr(row["level"])?.toUpperCase() === "ERROR";
  if (row["input"] == null || (replied.length === 0 && !isFailed)) {
    const hint =
      "Export the fields input and output too; very large ones are left out of a single trace's download.";
    throw new BadImportError(place, "a generation without what was said", hint);
  }
  const finishReason = isObject(row["output"]) ? row["output"]["finish_reason"] : undefined;
  return {
    kind: "model",
    model: textOr(row["provided_model_name"]) ?? textOr(row["model"]),
    scenarioId: scenarioOf(row),
    asked: chatIn(row["input"], placeInside(place, "input"), "user"),
    replied: replied.map((reply) => withFinishReason(reply, finishReason)),
  };
}

function readTrace(row: Row, place: ImportPlace): LoggedSpan | BadImportError {
  const id = textOr(row["id"]);
  if (id === null) return new BadImportError(place, 'a trace needs an "id"', SHAPE);
  return spanWith(
    {
      place,
      spanId: id,
      traceId: id,
      sessionId: textOr(row["session_id"]),
      at: firstTime(row["timestamp"], row["created_at"]),
      metadata: factsOf(row),
      labels: textsOf(row["tags"]),
    },
    () => {
      if (row["input"] == null || row["output"] == null) return null;
      const asked = chatIn(row["input"], placeInside(place, "input"), "user");
      const replied = chatIn(row["output"], placeInside(place, "output"), "assistant");
      return { kind: "whole", model: null, scenarioId: scenarioOf(row), ...toldOver(asked, replied) };
    },
  );
}

/** Fields by which tables of conversations are filtered. */
const FACTS = ["user_id", "environment", "release", "version", "trace_name"];

function factsOf(row: Row): LoggedSpan["metadata"] {
  const facts = Object.fromEntries(FACTS.flatMap((key) => (row[key] == null ? [] : [[key, row[key]]])));
  return { ...flatMetadata(metadataOf(row)), ...flatMetadata(facts) };
}

function metadataOf({ metadata }: Row): unknown {
  return typeof metadata === "string" ? parsedOr(metadata, {}) : metadata;
}

function scenarioOf(row: Row): string | null {
  const metadata = metadataOf(row);
  return isObject(metadata) ? textOr(metadata["scenario_id"]) : null;
}

/** Converts keys: the API has camelCase, the export to blob storage has snake_case. */
function snakeKeys(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}
