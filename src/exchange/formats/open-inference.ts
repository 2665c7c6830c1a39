/** Reads OpenInference, Phoenix's conventions for spans: messages and session. */

import { BadImportError } from "../errors.ts";
import { type ForeignMetadata, type ImportPlace, placeInside } from "../foreign-conversation.ts";
import { flatMetadata, isObject, MOST_NESTED, parsedOr, textOr, textsOf } from "../foreign-facts.ts";
import type { PlacedMessage } from "../gather-messages.ts";
import type { LoggedCall } from "../logged-span.ts";
import { chatIn, messageFrom, toldOver, withFinishReason } from "./chat-values.ts";

type Attributes = Readonly<Record<string, unknown>>;

/** Returns a span's data besides the messages. */
export function openInferenceFacts(attributes: Attributes): {
  readonly sessionId: string | null;
  readonly metadata: ForeignMetadata;
  readonly labels: readonly string[];
} {
  const kept = valueAt(attributes, "metadata");
  const user = valueAt(attributes, "user.id");
  return {
    sessionId: textOr(valueAt(attributes, "session.id")),
    metadata: {
      ...flatMetadata(typeof kept === "string" ? parsedOr(kept, {}) : kept),
      ...flatMetadata({ "user.id": user }),
    },
    labels: textsOf(valueAt(attributes, "tag.tags")),
  };
}

/**
 * Returns the messages of a span. Of the spans without a model call it reads only the root, which has the input and
 * output of the whole trace.
 */
export function openInferenceCall(
  attributes: Attributes,
  place: ImportPlace,
  isRoot: boolean,
): LoggedCall | null {
  const kind = textOr(valueAt(attributes, "openinference.span.kind"))?.toUpperCase();
  if (kind === undefined || (kind !== "LLM" && !isRoot)) return null;
  const at = placeInside(place, "attributes");
  const asked = messagesAt(attributes, "llm.input_messages", at);
  const replied = messagesAt(attributes, "llm.output_messages", at);
  const model = textOr(valueAt(attributes, "llm.model_name"));
  const provider = textOr(valueAt(attributes, "llm.provider")) ?? textOr(valueAt(attributes, "llm.system"));
  const base = {
    model: model === null || provider === null || model.includes("/") ? model : `${provider}/${model}`,
    scenarioId: scenarioOf(attributes),
  };
  if (kind === "LLM" && asked.length > 0) {
    const finish = valueAt(attributes, "llm.finish_reason");
    if (replied.length > 1) {
      const hint = "Which of them the user saw is not in the log: leave the call out.";
      throw new BadImportError(place, `there are ${replied.length} replies to choose from`, hint);
    }
    return {
      kind: "model",
      ...base,
      asked,
      replied: replied.map((reply) => withFinishReason(reply, finish)),
    };
  }
  const [input, output] = [valueAt(attributes, "input.value"), valueAt(attributes, "output.value")];
  if (input === undefined || output === undefined) {
    if (kind !== "LLM") return null;
    throw new BadImportError(
      place,
      "a call of a model without what was said",
      "Do not hide inputs and outputs when tracing.",
    );
  }
  const said = toldOver(
    chatIn(input, placeInside(at, "input.value"), "user"),
    chatIn(output, placeInside(at, "output.value"), "assistant"),
  );
  return { kind: kind === "LLM" ? "model" : "whole", ...base, ...said };
}

function scenarioOf(attributes: Attributes): string | null {
  const kept = valueAt(attributes, "metadata");
  const metadata = typeof kept === "string" ? parsedOr(kept, null) : kept;
  return isObject(metadata) ? textOr(metadata["scenario_id"]) : null;
}

function messagesAt(attributes: Attributes, key: string, place: ImportPlace): readonly PlacedMessage[] {
  const list = valueAt(attributes, key);
  if (list === undefined || list === null) return [];
  const messages = Array.isArray(list) ? list : Object.values(isObject(list) ? list : {});
  return messages.map((item: unknown, index) => {
    const message = isObject(item) ? unflattened(item)["message"] : null;
    return messageFrom(withContents(message), placeInside(place, key, index));
  });
}

/** Unwraps parts: `contents` holds each in its own `message_content`. */
function withContents(message: unknown): unknown {
  if (!isObject(message) || message["content"] != null || message["contents"] == null) return message;
  const { contents } = message;
  const list = Array.isArray(contents) ? contents : Object.values(isObject(contents) ? contents : {});
  const parts = list.map((item: unknown) => (isObject(item) ? unflattened(item)["message_content"] : item));
  return { ...message, content: parts };
}

/**
 * Returns the value at a dotted key at any nesting: `llm.input_messages.0.message.role` may be one key, seven levels,
 * or anything between.
 */
function valueAt(attributes: Attributes, key: string): unknown {
  if (key in attributes) return attributes[key];
  const nested = unflattened(attributes);
  return key.split(".").reduce<unknown>((at, step) => (isObject(at) ? at[step] : undefined), nested);
}

const unflattenedOnes = new WeakMap<Attributes, Attributes>();

/**
 * Turns dotted keys into nested objects. A list stays an object with numeric keys, in their order. A key that would
 * nest too deep stays unchanged.
 */
function unflattened(flat: Attributes, depth = 0): Attributes {
  const known = unflattenedOnes.get(flat);
  if (known !== undefined) return known;
  const nested: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(flat)) {
    const steps = key.split(".", MOST_NESTED + 1);
    put(nested, depth + steps.length > MOST_NESTED ? [key] : steps, value, depth);
  }
  unflattenedOnes.set(flat, nested);
  return nested;
}

function put(
  into: Record<string, unknown>,
  [step = "", ...rest]: readonly string[],
  value: unknown,
  depth: number,
): void {
  const there = into[step];
  if (rest.length > 0) {
    const inner: Record<string, unknown> = isObject(there) ? { ...there } : {};
    into[step] = inner;
    put(inner, rest, value, depth + 1);
  } else if (isObject(value) && depth < MOST_NESTED) {
    into[step] = { ...(isObject(there) ? there : {}), ...unflattened(value, depth + 1) };
  } else into[step] = value;
}
