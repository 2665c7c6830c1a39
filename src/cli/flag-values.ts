/** What people type after a flag, as the library wants it. What it cannot be is a SyntaxError with a reason. */
import { numberParser } from "@stricli/core";

// Values are spelled out here rather than taken from the zod schemas, so that `--help` need not load zod.
export const CATEGORIES = ["safety", "empathy", "context", "continuity"] as const;
export const IMPORT_FORMATS = [
  "chat-jsonl",
  "openai",
  "inspect",
  "promptfoo",
  "otel",
  "langfuse",
  "langsmith",
  "phoenix",
] as const;
export const HARNESSES = ["llm/raw", "givecare/v2", "http/json"] as const;
export const REASONING_EFFORTS = ["minimal", "low", "medium", "high"] as const;
export const ABILITIES = ["memory", "records", "act"] as const;
export const PRODUCTS = ["companion", "mental_health", "assistant"] as const;
export const PROGRESS = ["auto", "plain", "json", "none"] as const;
export const STATUSES = ["active", "held", "all"] as const;

export function countAtLeast(least: number) {
  return (input: string) => {
    const count = numberParser(input);
    if (!Number.isInteger(count) || count < least)
      throw new SyntaxError(`"${input}" is not a whole number from ${least}`);
    return count;
  };
}

/** "memory,records", whose proof is in the config, or "memory=It keeps what was said". */
export function abilities(input: string): readonly (readonly [(typeof ABILITIES)[number], string | true])[] {
  const [, name, proof] = /^([^=,]+)=(.*)$/s.exec(input) ?? [];
  const nameOf = choiceOf(ABILITIES);
  if (name !== undefined && proof !== undefined) return [[nameOf(name.trim()), proof.trim()]];
  return input.split(",").map((each) => [nameOf(each.trim()), true]);
}

export function temperature(input: string): number {
  const value = numberParser(input);
  if (value < 0 || value > 2) throw new SyntaxError(`"${input}" is not between 0 and 2`);
  return value;
}

export function share(input: string): number {
  const value = numberParser(input);
  if (!(value >= 0 && value <= 1))
    throw new SyntaxError(`"${input}" is not a share from 0 to 1, such as 0.01`);
  return value;
}

/** Whether it is a day of the calendar: the 31st of November would be read as the 1st of December. */
export function isDay(input: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(input) ? Date.parse(`${input}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(input);
}

export function isoDate(input: string): string {
  if (!isDay(input)) throw new SyntaxError(`"${input}" is no day such as 2027-01-01`);
  return input;
}

export function amount(input: string): number {
  const value = numberParser(input);
  if (!(value > 0 && Number.isFinite(value)))
    throw new SyntaxError(`"${input}" is not an amount above 0; leave the flag out for no ceiling`);
  return value;
}

export const text = { kind: "parsed", parse: String, optional: true } as const;
export const texts = { kind: "parsed", parse: String, optional: true, variadic: "," } as const;

/** Said, or left out. */
export const wish = { kind: "boolean", optional: true, withNegated: false } as const;

export const count = { kind: "parsed", parse: countAtLeast(1), optional: true } as const;

/** Of commands that make a run. */
export const label = {
  ...text,
  placeholder: "name",
  brief: "What the release is called, such as v2.3; runs of a model become a line",
} as const;

/** Of commands that make a run. */
export const can = {
  kind: "parsed",
  parse: abilities,
  optional: true,
  variadic: true,
  placeholder: "ability",
  brief: "What the product can do: memory, records, act; =LINE of proof, or the config's. Repeatable",
} as const;

/** What a run is called, or was. */
export const namesOfRun = {
  runId: { ...text, placeholder: "id", brief: "Name of the run [default: from the time]" },
  label,
  resume: { ...text, placeholder: "id", brief: "Continue this run where it stopped, by its own plan" },
} as const;

/** One of a few names; to one that begins like one of them the answer is a question. */
export function choiceOf<Name extends string>(names: readonly Name[]): (typed: string) => Name {
  return (typed) => {
    const name = names.find((each) => each === typed);
    if (name !== undefined) return name;
    const alike = names.filter((each) => each.slice(0, 2) === typed.toLowerCase().slice(0, 2));
    const meant = alike.length === 0 ? "" : `, did you mean ${alike.join(" or ")}?`;
    throw new SyntaxError(`${typed} is not one of (${names.join("|")})${meant}`);
  };
}
