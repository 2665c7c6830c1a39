import * as z from "zod";
import { decodeJson } from "../../store/artefact-files.ts";
import { ArtefactError } from "../../store/errors.ts";
import { BadImportError } from "../errors.ts";
import type { ForeignConversation, ForeignRecord } from "../foreign-conversation.ts";
import { type ImportPlace, placeInside } from "../foreign-conversation.ts";
import { firstTime, flatMetadata, isObject, without } from "../foreign-facts.ts";
import { ForeignChatMessage, gatherMessages, type PlacedMessage, parseRecord } from "../gather-messages.ts";

const SHAPE =
  'A promptfoo export has "results": { "results": [{ "prompt": { "raw" }, "response": { "output" }, "provider" }] }.';

const Labels = z.looseObject({ scenario_id: z.unknown().optional() }).nullish();
const Result = z.looseObject({
  id: z.string().optional(),
  testIdx: z.int().optional(),
  promptIdx: z.int().optional(),
  prompt: z.looseObject({ raw: z.string() }),
  provider: z.union([z.string(), z.looseObject({ id: z.string() })]).optional(),
  vars: Labels,
  metadata: Labels,
  error: z.string().nullish(),
  response: z.looseObject({ output: z.unknown().optional() }).nullish(),
});
type Result = z.infer<typeof Result>;

const Output = z.string({ error: "the output is not a text" });

/** Paths to the list of results: versions of promptfoo have it at the top, or one or two levels down. */
export const PROMPTFOO_LISTS = [[], ["results"], ["results", "results"]];

/** Reads promptfoo's results. Each is the conversation in its prompt, with the output as the last reply. */
export function readPromptfoo({ value, place, head }: ForeignRecord): readonly ForeignConversation[] {
  const last = place.path.at(-1);
  const index = typeof last === "number" ? last : (place.line ?? 1) - 1;
  const result = parseRecord(value, Result, place, SHAPE);
  const output = result.response?.output;
  if (output === undefined || output === null) {
    // Quoted, because a provider's error may repeat the messages.
    const why = result.error == null ? "" : `: "${result.error}"`;
    const hint = "Leave results without an output out of the file.";
    throw new BadImportError(place, `there is no output${why}`, hint);
  }
  const reply: PlacedMessage = {
    message: {
      role: "assistant",
      content: parseRecord(output, Output, placeInside(place, "response", "output"), SHAPE),
    },
    place: placeInside(place, "response", "output"),
  };
  const subject =
    result.testIdx === undefined ? String(index) : `test-${result.testIdx}-prompt-${result.promptIdx ?? 0}`;
  return [
    {
      place,
      id: result.id ?? `${subject}/${index}`,
      subject,
      model: modelOf(result),
      scenarioId: scenarioOf(result),
      tags: [],
      at: timeOf(head),
      metadata: {
        ...flatMetadata(without(result.metadata, "scenario_id")),
        ...flatMetadata(without(result.vars, "scenario_id"), "vars."),
      },
      labels: [],
      ...gatherMessages([...promptMessages(result, placeInside(place, "prompt", "raw")), reply], place),
    },
  ];
}

/** Reads a prompt: a chat written as JSON, or a single user message. */
function promptMessages({ prompt: { raw } }: Result, place: ImportPlace): readonly PlacedMessage[] {
  const chat = parseChat(raw);
  if (chat === null) return [{ message: { role: "user", content: raw }, place }];
  const messages = parseRecord(chat, z.array(ForeignChatMessage), place, SHAPE);
  return messages.map((message, index) => ({ message, place: placeInside(place, index) }));
}

function parseChat(raw: string): unknown {
  if (!/^\s*\[/.test(raw)) return null;
  let parsed: unknown;
  try {
    parsed = decodeJson(raw, { path: "the prompt" });
  } catch (error) {
    // A person may start a sentence with a bracket.
    if (error instanceof ArtefactError) return null;
    throw error;
  }
  const isChat =
    Array.isArray(parsed) &&
    parsed.length > 0 &&
    parsed.every((item) => typeof item === "object" && item !== null && "role" in item);
  return isChat ? parsed : null;
}

/** Renames a model: `openai:gpt-4o-mini` is our `openai/gpt-4o-mini`. */
function modelOf({ provider }: Result): string | null {
  const id = typeof provider === "string" ? provider : provider?.id;
  return id === undefined ? null : id.replace(/^([a-z0-9-]+):/, "$1/");
}

function scenarioOf({ metadata, vars }: Result): string | null {
  const id = metadata?.scenario_id ?? vars?.scenario_id;
  return typeof id === "string" && id !== "" ? id : null;
}

/** Returns the time of the whole evaluation, at its top or next to its results. */
function timeOf(head: unknown): string | null {
  if (!isObject(head)) return null;
  const inner = isObject(head["results"]) ? head["results"] : {};
  const metadata = isObject(head["metadata"]) ? head["metadata"] : {};
  return firstTime(inner["timestamp"], head["timestamp"], metadata["exportedAt"]);
}
