/** Placeholders in the config file's url, headers and request, and their values for a turn. */
import type { HttpHarnessConfig } from "../../schema/corpus/bench-config.ts";
import { providersUnavailable } from "../errors.ts";
import type { ProductMessage, ProductTurn } from "./product-turn.ts";

type Json = HttpHarnessConfig["request"];

/** Values of placeholders inside a text. */
const TEXTS: ReadonlyMap<string, (turn: ProductTurn) => string> = new Map([
  ["message", ({ message }) => message],
  ["conversation_id", ({ conversationId }) => conversationId],
  ["scenario_id", ({ scenarioId }) => scenarioId],
  ["turn", ({ turn }) => String(turn)],
]);

/** Values of placeholders that are a whole string. */
const LISTS: ReadonlyMap<string, (turn: ProductTurn) => readonly ProductMessage[]> = new Map([
  ["messages", ({ history, message }) => [...history, { role: "user", content: message }]],
  ["history", ({ history }) => history],
]);

export const TEXT_PLACEHOLDERS: readonly string[] = [...TEXTS.keys()];
export const LIST_PLACEHOLDERS: readonly string[] = [...LISTS.keys()];

/** Builds the body for a turn. `template` must have passed assertHttpHarness. */
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

export type Environment = Readonly<Record<string, string | undefined>>;
type Headers = Readonly<Record<string, string>>;

/** Values of these headers are secrets even if they are written in the config file. */
const SECRET_HEADERS = /auth|key|token|secret|cookie/i;
const SCHEME = /^(?:bearer|basic|token)\s+/i;
/** Characters that fetch accepts. Its own error would quote a refused value, including a key. */
const SENDABLE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Returns the variables that headers name as {env.NAME}. */
export function variablesIn(headers: Headers): readonly string[] {
  const names = Object.values(headers)
    .flatMap(placeholdersIn)
    .flatMap(({ name }) => variableOf(name) ?? []);
  return [...new Set(names)];
}

/** Fills in headers, and returns the parts of them that must never be shown. */
export function fillHeaders(
  templates: Headers,
  environment: Environment,
  textFor: (placeholder: string) => string,
  isEnvironmentGiven?: boolean,
): { readonly headers: Headers; readonly secrets: readonly string[] } {
  const lookUp = (variable: string) => environment[variable]?.trim() ?? "";
  const variables = variablesIn(templates);
  const missing = variables.filter((variable) => lookUp(variable) === "");
  if (missing.length > 0) throw providersUnavailable.IB_MISSING_VARIABLES(missing, isEnvironmentGiven);

  const filled = Object.entries(templates).map(([name, template]) => {
    const value = fillPlaceholders(template, (placeholder) => {
      const variable = variableOf(placeholder);
      return variable === null ? textFor(placeholder) : lookUp(variable);
    });
    if (!SENDABLE.test(value)) throw providersUnavailable.IB_UNSENDABLE_HEADER(name);
    return [name, value] as const;
  });
  const keys = filled.flatMap(([name, value]) =>
    SECRET_HEADERS.test(name) ? value.replace(SCHEME, "") : [],
  );
  return { headers: Object.fromEntries(filled), secrets: [...variables.map(lookUp), ...keys] };
}

function variableOf(placeholder: string): string | null {
  return /^env\.(\w+)$/.exec(placeholder)?.[1] ?? null;
}

/** Also matches doubled braces and inner spaces, so that another tool's placeholders are noticed. */
const PLACEHOLDER = /\{+\s*([A-Za-z][\w.-]*)\s*\}+/g;

export interface Placeholder {
  readonly written: string;
  readonly name: string;
}

export function placeholdersIn(text: string): readonly Placeholder[] {
  return Array.from(text.matchAll(PLACEHOLDER), ([written, name = ""]) => ({ written, name }));
}

/** Replaces each placeholder once: a person's words are never read as a template. */
export function fillPlaceholders(text: string, lookUp: (name: string) => string): string {
  return text.replace(PLACEHOLDER, (_, name: string) => lookUp(name));
}

export function isWrittenPlainly({ written, name }: Placeholder): boolean {
  return written === `{${name}}`;
}
