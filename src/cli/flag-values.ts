/** Parsers for flag values; they throw SyntaxError with the reason. */
import { numberParser } from "@stricli/core";
import { ABILITY_NAMES } from "../domain/models.ts";
import type { AbilityName } from "../schema/corpus/abilities.ts";

// Values are spelled out here rather than taken from the zod schemas, so that `--help` need not load zod.
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
export const PROGRESS = ["auto", "plain", "json", "none"] as const;

export function countAtLeast(least: number, most = Number.POSITIVE_INFINITY) {
  return (input: string) => {
    const count = numberParser(input);
    if (!Number.isInteger(count) || count < least || count > most)
      throw new SyntaxError(`"${input}" is not a whole number from ${least}`);
    return count;
  };
}

/** Parses "memory,records", whose proof is in the config, or "memory=It keeps what was said". */
export function abilities(input: string): readonly (readonly [AbilityName, string | true])[] {
  const [, name, proof] = /^([^=,]+)=(.*)$/s.exec(input) ?? [];
  const nameOf = choiceOf(ABILITY_NAMES);
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

/** Whether it is a day of the calendar: JavaScript would read the 31st of November as the 1st of December. */
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

/** The name of a flag as it is typed. */
export function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export const text = { kind: "parsed", parse: String, optional: true } as const;
export const texts = { kind: "parsed", parse: String, optional: true, variadic: "," } as const;

export const count = { kind: "parsed", parse: countAtLeast(1), optional: true } as const;

/** Parses one of a few names; for a similar beginning, the error asks which name was meant. */
export function choiceOf<Name extends string>(names: readonly Name[]): (typed: string) => Name {
  return (typed) => {
    const name = names.find((each) => each === typed);
    if (name !== undefined) return name;
    const alike = names.filter((each) => each.slice(0, 2) === typed.toLowerCase().slice(0, 2));
    const meant = alike.length === 0 ? "" : `, did you mean ${alike.join(" or ")}?`;
    throw new SyntaxError(`${typed} is not one of (${names.join("|")})${meant}`);
  };
}
