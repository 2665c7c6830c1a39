import type { Scenario } from "../../schema/scenario.ts";
import { scenarioTurns } from "../../schema/scenario-turns.ts";
import { findPhrase } from "../../text/contains-words.ts";
import { normalizeText } from "../../text/normalize-text.ts";

/** Something a caregiver told, and how it changed. */
export interface ToldValue {
  readonly current: string;
  /** What it was before, oldest first. */
  readonly outdated: readonly string[];
}

/** What has been told up to a turn, that turn included. */
export function toldValues(scenario: Scenario, turn: number): readonly ToldValue[] {
  const history = new Map<string, string[]>();
  for (const { turn: told } of scenarioTurns(scenario)) {
    if (told.t > turn) break;
    for (const [key, value] of Object.entries({ ...told.facts, ...told.updates })) {
      const before = history.get(key) ?? [];
      if (before.at(-1) !== value) history.set(key, [...before, value]);
    }
  }
  return [...history.values()].map((values) => ({
    current: values.at(-1) ?? "",
    outdated: values.slice(0, -1),
  }));
}

/** Whether an expected answer is one that has since been replaced. */
export function isOutdated(expected: string, told: readonly ToldValue[]): boolean {
  const plain = normalizeText(expected).text;
  return told.some(
    ({ current, outdated }) =>
      outdated.some((value) => normalizeText(value).text === plain) ||
      (outdated.some((value) => findPhrase(value, expected) !== null) &&
        findPhrase(current, expected) === null),
  );
}

/** What a reply would say that had not noticed the change: the old values of what is asked, without their remarks. */
export function outdatedAnswers(expected: readonly string[], told: readonly ToldValue[]): readonly string[] {
  return told
    .filter(({ current }) => expected.some((value) => findPhrase(current, value) !== null))
    .flatMap(({ outdated }) => outdated)
    .map((value) => value.replace(/[,;(].*$/s, "").trim())
    .filter((value) => value !== "" && !expected.some((wanted) => findPhrase(value, wanted) !== null));
}
