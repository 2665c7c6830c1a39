/** Rules about facts the person mentions: a fact that a probe asks for, or that is updated, was mentioned before. */
import type { Scenario } from "../../schema/corpus/scenario.ts";
import type { CorpusDraft, CorpusRule } from "../corpus-draft.ts";
import { problemAt } from "../read/source-file.ts";
import type { PartialAnswer } from "../read-artefact.ts";
import { draftProbes, draftTurns } from "./turns.ts";

/**
 * Kinds of probes whose answer the person gave. The other kinds expect the assistant to describe itself or to
 * reason.
 */
const ASKED_BACK: ReadonlySet<string | undefined> = new Set(["recall", "multi_session"]);

/** A probe that asks for a fact expects something that was mentioned before. */
export const toldBefore: CorpusRule = ({ scenarios, words }) =>
  scenarios.flatMap(({ source, draft }) =>
    draftProbes(draft).flatMap(({ probe, path, t }) => {
      const expected = (probe.expected ?? []).flatMap((words) => words ?? []);
      if (t === undefined || expected.length === 0 || !ASKED_BACK.has(probe.kind)) return [];
      const told = wordsTold(draft, t);
      if (expected.some((text) => isSpokenOf(text, told, words))) return [];
      const message = `nothing of what this probe expects was told up to turn ${t}: expect what the person said, or let them say it`;
      return [problemAt(source, [...path, "expected"], { severity: "warning", code: "never-told", message })];
    }),
  );

/** An updated fact is a fact of an earlier turn, or was at least mentioned there. */
export const updatedFacts: CorpusRule = ({ scenarios, words }) =>
  scenarios.flatMap(({ source, draft }) => {
    const turns = draftTurns(draft);
    return turns.flatMap(({ turn, path, t }, index) =>
      Object.entries(turn?.updates ?? {}).flatMap(([name, value]) => {
        const before = turns.slice(0, index);
        if (
          before.some((earlier) => Object.hasOwn({ ...earlier.turn?.facts, ...earlier.turn?.updates }, name))
        )
          return [];
        const told = wordsTold(draft, t - 1);
        if ([name, value ?? ""].some((text) => isSpokenOf(text, told, words))) return [];
        const message = `"${name}" was never told before turn ${t}: state it among the \`facts\` of the turn that tells it`;
        return [
          problemAt(source, [...path, "updates", name], { severity: "warning", code: "never-told", message }),
        ];
      }),
    );
  });

/** Beginnings of all words of the person up to a turn, over all branches. Answers may be given at any turn. */
function wordsTold(scenario: PartialAnswer<Scenario>, last: number): ReadonlySet<string> {
  const turns = draftTurns(scenario).filter(({ t }) => t <= last);
  const texts = [
    ...turns.flatMap(({ turn }) => [
      turn?.user_message,
      turn?.unsure?.user_message,
      turn?.evades,
      ...(turn?.branches ?? []).map((branch) => branch?.user_message),
      ...Object.values({ ...turn?.facts, ...turn?.updates }),
    ]),
    ...(scenario.answers ?? []).map((answer) => answer?.words),
    ...(scenario.sessions ?? []).flatMap((session) => [session?.time_elapsed, session?.session_context]),
  ];
  return new Set(texts.flatMap((text) => wordsIn(text ?? "").map(beginning)));
}

/**
 * Whether a meaningful word of the text was mentioned. The excluded words occur in every message; a judge's
 * quote may not rest on them either.
 */
function isSpokenOf(text: string, told: ReadonlySet<string>, { quotes }: CorpusDraft["words"]): boolean {
  const words = wordsIn(text);
  const isTold = (word: string) => told.has(beginning(word));
  const telling = words.filter((word) => quotes.draft.stop_words?.includes(word) !== true);
  return telling.length > 0 ? telling.some(isTold) : words.length > 0 && words.every(isTold);
}

/** Reduces a word to its beginning: one sill and two sills are the same thing. */
function beginning(word: string): string {
  return word.replace(/s$/, "").slice(0, 4);
}

function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
