/** Reads OpenTelemetry: files of OTLP in JSON, with the semantic conventions for generative AI. */
import { BadImportError } from "../errors.ts";
import {
  describeImportPlace,
  type ForeignRecord,
  type ImportPlace,
  placeInside,
} from "../foreign-conversation.ts";
import { flatMetadata, isObject, isoTime, parsedOr, textOr, textsOf } from "../foreign-facts.ts";
import type { PlacedMessage } from "../gather-messages.ts";
import { type LoggedCall, type LoggedSpan, spanWith } from "../logged-span.ts";
import { chatIn, messageFrom, withFinishReason } from "./chat-values.ts";
import { openInferenceCall, openInferenceFacts } from "./open-inference.ts";

export const OTEL_LISTS = [["resourceSpans"], ["resourceLogs"], []];

const SHAPE =
  'A file of OTLP in JSON has "resourceSpans": [{ "scopeSpans": [{ "spans": [{ "traceId", "spanId", "attributes" }] }] }], in one document or on every line.';
const NO_CONTENT =
  "Instrumentations leave the words out unless told: set OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT, or what your library calls it.";

const INFERENCES: ReadonlySet<unknown> = new Set(["chat", "generate_content", "text_completion"]);
const AGENTS: ReadonlySet<unknown> = new Set(["invoke_agent", "invoke_workflow"]);
/** Matches attributes that hold messages, or data of one call instead of the conversation. */
const NOT_METADATA = /^(gen_ai\.(?!agent)|llm\.|input\.|output\.|openinference\.|metadata$|tag\.)/;
const DETAILS_EVENT = "gen_ai.client.inference.operation.details";

/** Matches message events: conventions before 1.37 have a record for each message. */
const MESSAGE_EVENT = /^gen_ai\.((system|user|assistant|tool)\.message|choice)$/;
const EVENTS_READ =
  "Of log records, events gen_ai.client.inference.operation.details are read, which hold a whole call: set OTEL_SEMCONV_STABILITY_OPT_IN to gen_ai_latest_experimental, or export spans with their messages.";

/** Reads all spans of a resource, or its log records. A record may also be a line with one span, as some exporters write it. */
export function readOtel({ value, place }: ForeignRecord): readonly (LoggedSpan | BadImportError)[] {
  if (!isObject(value)) throw new BadImportError(place, "it is no object", SHAPE);
  if ("resourceMetrics" in value) return [];
  const resource = isObject(value["resource"]) ? attributesOf(value["resource"]["attributes"]) : {};
  if (Array.isArray(value["scopeLogs"])) return readLogRecords(value["scopeLogs"], resource, place);
  const scopes = value["scopeSpans"] ?? value["instrumentationLibrarySpans"];
  if (!Array.isArray(scopes)) {
    if ("spanId" in value) return [readSpan(value, {}, place)];
    throw new BadImportError(place, 'there are no "scopeSpans"', SHAPE);
  }
  return scopes.flatMap((scope: unknown, index) => {
    const spans = isObject(scope) && Array.isArray(scope["spans"]) ? scope["spans"] : [];
    return spans.map((span: unknown, at) =>
      readSpan(span, resource, placeInside(place, "scopeSpans", index, "spans", at)),
    );
  });
}

type Attributes = Readonly<Record<string, unknown>>;

/** Reads log records: an event of a call replaces its span; other records hold no messages. */
function readLogRecords(
  scopes: readonly unknown[],
  resource: Attributes,
  place: ImportPlace,
): readonly (LoggedSpan | BadImportError)[] {
  return scopes.flatMap((scope, index) => {
    const records: readonly unknown[] =
      isObject(scope) && Array.isArray(scope["logRecords"]) ? scope["logRecords"] : [];
    return records.flatMap((record, at) => {
      if (!isObject(record)) return [];
      const body = anyValue(record["body"]);
      const attributes = { ...(isObject(body) ? body : {}), ...attributesOf(record["attributes"]) };
      const name = textOr(record["eventName"]) ?? textOr(attributes["event.name"]) ?? "";
      const where = placeInside(place, "scopeLogs", index, "logRecords", at);
      if (MESSAGE_EVENT.test(name))
        return [new BadImportError(where, `an event "${name}", which is one message of a call`, EVENTS_READ)];
      if (name !== DETAILS_EVENT) return [];
      const startTimeUnixNano = record["timeUnixNano"] ?? record["observedTimeUnixNano"];
      return [readSpan({ ...record, startTimeUnixNano, attributes }, resource, where)];
    });
  });
}

function readSpan(span: unknown, resource: Attributes, place: ImportPlace): LoggedSpan | BadImportError {
  if (!isObject(span)) return new BadImportError(place, "it is no span", SHAPE);
  const attributes = { ...attributesOf(span["attributes"]), ...detailsOf(span["events"]) };
  const inference = openInferenceFacts(attributes);
  const sessionId = textOr(attributes["gen_ai.conversation.id"]) ?? inference.sessionId;
  // Without a trace, the conversation replaces it.
  const traceId = idOr(span["traceId"]) ?? sessionId;
  if (traceId === null) return new BadImportError(place, 'a span needs a "traceId"', SHAPE);
  const others = Object.entries({ ...resource, ...attributes }).filter(([key]) => !NOT_METADATA.test(key));
  return spanWith(
    {
      place,
      spanId: idOr(span["spanId"]) ?? describeImportPlace(place),
      traceId,
      sessionId,
      at: isoTime(span["startTimeUnixNano"]),
      metadata: { ...flatMetadata(Object.fromEntries(others)), ...inference.metadata },
      labels: [...textsOf(attributes["tags"]), ...inference.labels],
    },
    () =>
      readCall(attributes, place) ??
      openInferenceCall(attributes, place, textOr(span["parentSpanId"]) === null),
  );
}

/** Returns an id, or `null` for only zeros, which is how OpenTelemetry writes that there is none. */
function idOr(value: unknown): string | null {
  const id = textOr(value);
  return id === null || /^0+$/.test(id) ? null : id;
}

function readCall(attributes: Attributes, place: ImportPlace): LoggedCall | null {
  const operation = attributes["gen_ai.operation.name"];
  const isInference = INFERENCES.has(operation);
  const at = placeInside(place, "attributes");
  const [input, output] = [attributes["gen_ai.input.messages"], attributes["gen_ai.output.messages"]];
  if (!isInference && !AGENTS.has(operation)) return null;
  if (input === undefined && output === undefined) {
    // An agent's calls are separate spans with their own messages.
    if (!isInference) return null;
    throw new BadImportError(place, "a call of a model without what was said", NO_CONTENT);
  }
  const isFailed = attributes["error.type"] !== undefined;
  const replies = chatIn(structured(output), placeInside(at, "gen_ai.output.messages"), "assistant");
  if (replies.length > 1 && isInference) {
    const hint = "Which of them the user saw is not in the log: leave the call out.";
    throw new BadImportError(place, `there are ${replies.length} replies to choose from`, hint);
  }
  if (replies.length === 0 && !isFailed)
    throw new BadImportError(place, "a call of a model without its reply", NO_CONTENT);
  const provider = textOr(attributes["gen_ai.provider.name"]) ?? textOr(attributes["gen_ai.system"]);
  const model = textOr(attributes["gen_ai.request.model"]) ?? textOr(attributes["gen_ai.response.model"]);
  const [reason] = textsOf(attributes["gen_ai.response.finish_reasons"]);
  return {
    kind: isInference ? "model" : "whole",
    model: model === null || provider === null || model.includes("/") ? model : `${provider}/${model}`,
    scenarioId: textOr(attributes["scenario_id"]),
    asked: [
      ...instructionsIn(
        attributes["gen_ai.system_instructions"],
        placeInside(at, "gen_ai.system_instructions"),
      ),
      ...chatIn(structured(input), placeInside(at, "gen_ai.input.messages"), "user"),
    ],
    replied: replies.map((reply, index) => withFinishReason(reply, finishReasonIn(output, index) ?? reason)),
  };
}

/** Reads instructions: parts without a role. A chat's system message may repeat them. */
function instructionsIn(value: unknown, place: ImportPlace): readonly PlacedMessage[] {
  const parts = structured(value);
  if (parts === undefined || parts === null) return [];
  return [messageFrom({ role: "system", content: parts }, place)];
}

function finishReasonIn(output: unknown, index: number): unknown {
  const messages = structured(output);
  const message: unknown = Array.isArray(messages) ? messages[index] : null;
  return isObject(message) ? message["finish_reason"] : undefined;
}

/** Parses JSON, which libraries use if they cannot store structure on a span. */
function structured(value: unknown): unknown {
  return typeof value === "string" ? parsedOr(value, value) : value;
}

/** Returns attributes of a span's event: some libraries store the messages of a call there. */
function detailsOf(events: unknown): Attributes {
  if (!Array.isArray(events)) return {};
  const details = events.find((event) => isObject(event) && event["name"] === DETAILS_EVENT);
  return isObject(details) ? attributesOf(details["attributes"]) : {};
}

function attributesOf(list: unknown): Attributes {
  if (!Array.isArray(list)) return isObject(list) ? list : {};
  return Object.fromEntries(
    list.flatMap((pair: unknown) =>
      isObject(pair) && typeof pair["key"] === "string" ? [[pair["key"], anyValue(pair["value"])]] : [],
    ),
  );
}

/** Reads a value of OTLP in JSON: its type is its key, and an integer is a text. */
function anyValue(value: unknown): unknown {
  if (!isObject(value)) return value;
  const [[type, inner] = []] = Object.entries(value);
  if (type === "intValue") return Number.isSafeInteger(Number(inner)) ? Number(inner) : String(inner);
  if (type === "arrayValue")
    return isObject(inner) && Array.isArray(inner["values"]) ? inner["values"].map(anyValue) : [];
  if (type === "kvlistValue") return isObject(inner) ? attributesOf(inner["values"]) : {};
  return inner;
}
