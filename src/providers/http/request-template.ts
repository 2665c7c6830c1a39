import type { HttpHarnessConfig } from "../../schema/bench-config.ts";
import { fillPlaceholders } from "./placeholders.ts";
import type { ProductMessage, ProductTurn } from "./product-turn.ts";

type Json = HttpHarnessConfig["request"];

/** What a placeholder in a text stands for. */
const TEXTS: ReadonlyMap<string, (turn: ProductTurn) => string> = new Map([
  ["message", ({ message }) => message],
  ["conversation_id", ({ conversationId }) => conversationId],
  ["scenario_id", ({ scenarioId }) => scenarioId],
  ["turn", ({ turn }) => String(turn)],
]);

/** What a placeholder that is a whole string stands for. */
const LISTS: ReadonlyMap<string, (turn: ProductTurn) => readonly ProductMessage[]> = new Map([
  ["messages", ({ history, message }) => [...history, { role: "user", content: message }]],
  ["history", ({ history }) => history],
]);

export const TEXT_PLACEHOLDERS: readonly string[] = [...TEXTS.keys()];
export const LIST_PLACEHOLDERS: readonly string[] = [...LISTS.keys()];

/** The body for a turn. `template` must have passed assertHttpHarness. */
export function fillTemplate(template: Json, turn: ProductTurn): Json {
  if (typeof template === "string") {
    const list = /^\{(\w+)\}$/.exec(template)?.[1];
    const messages = list === undefined ? undefined : LISTS.get(list)?.(turn);
    if (messages !== undefined) return messages.map(({ role, content }) => ({ role, content }));
    return fillPlaceholders(template, (name) => textFor(name, turn));
  }
  if (Array.isArray(template)) return template.map((item) => fillTemplate(item, turn));
  if (typeof template !== "object" || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, fillTemplate(value, turn)]));
}

export function textFor(placeholder: string, turn: ProductTurn): string {
  const text = TEXTS.get(placeholder);
  if (text === undefined) throw new Error(`a placeholder that was not checked: ${placeholder}`);
  return text(turn);
}
