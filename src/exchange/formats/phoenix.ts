/** Reads Phoenix: spans of OpenInference, as written by its API, its interface, its command line and its data frames. */
import { BadImportError } from "../errors.ts";
import { type ForeignRecord, type ImportPlace, placeInside } from "../foreign-conversation.ts";
import { firstTime, isObject, textOr } from "../foreign-facts.ts";
import { type LoggedSpan, spanWith } from "../logged-span.ts";
import { openInferenceCall, openInferenceFacts } from "./open-inference.ts";

/** A list of spans or of traces, or a page of the API. */
export const PHOENIX_LISTS = [[], ["data"]];

const SHAPE =
  'A span of Phoenix is { "context": { "trace_id", "span_id" }, "parent_id", "span_kind", "start_time", "attributes": {} }.';

type Row = Readonly<Record<string, unknown>>;

/** Reads a span, or a trace with its spans. */
export function readPhoenix({ value, place }: ForeignRecord): readonly (LoggedSpan | BadImportError)[] {
  if (!isObject(value)) throw new BadImportError(place, "it is no object", SHAPE);
  if (Array.isArray(value["spans"])) {
    return value["spans"].map((span: unknown, index) => readSpan(span, placeInside(place, "spans", index)));
  }
  return [readSpan(value, place)];
}

function readSpan(span: unknown, place: ImportPlace): LoggedSpan | BadImportError {
  if (!isObject(span)) return new BadImportError(place, "it is no span", SHAPE);
  const context = isObject(span["context"]) ? span["context"] : {};
  const traceId = textOr(context["trace_id"]) ?? textOr(span["context.trace_id"]) ?? textOr(span["trace_id"]);
  const spanId = textOr(context["span_id"]) ?? textOr(span["context.span_id"]) ?? textOr(span["span_id"]);
  if (traceId === null || spanId === null)
    return new BadImportError(place, "a span needs the ids of its trace and its own", SHAPE);
  const attributes = attributesOf(span);
  return spanWith(
    {
      place,
      spanId,
      traceId,
      at: firstTime(span["start_time"]),
      ...openInferenceFacts(attributes),
    },
    () => openInferenceCall(attributes, place, textOr(span["parent_id"]) === null),
  );
}

const COLUMN = "attributes.";

/** Returns the attributes; in a data frame each one is a column. */
function attributesOf(span: Row): Row {
  const columns = Object.entries(span).flatMap(([key, value]) =>
    key.startsWith(COLUMN) ? [[key.slice(COLUMN.length), value]] : [],
  );
  const kind = span["span_kind"];
  return {
    ...(kind == null ? {} : { "openinference.span.kind": kind }),
    ...(isObject(span["attributes"]) ? span["attributes"] : {}),
    ...Object.fromEntries(columns),
  };
}
