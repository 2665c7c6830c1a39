/** Rules about answer banks: the names of answers, the questions they answer, and the facts they tell. */
import { isDeepStrictEqual } from "node:util";
import { scenarioTags } from "../../domain/scenarios.ts";
import { ANYTHING_ELSE } from "../../schema/corpus/scenario.ts";
import { nearestName } from "../../text/match/nearest-name.ts";
import type { CorpusRule } from "../corpus-draft.ts";
import { problemAt } from "../read/source-file.ts";
import { draftTurns } from "./turns.ts";

/** Answers of a scenario have different names. */
export const answerIds: CorpusRule = ({ scenarios }) =>
  scenarios.flatMap(({ source, draft }) => {
    const ids = (draft.answers ?? []).map((answer) => answer?.answer_id);
    return ids.flatMap((id, index) => {
      if (id === undefined || ids.indexOf(id) === index) return [];
      const message = `two answers of this scenario are called "${id}"`;
      return [problemAt(source, ["answers", index, "answer_id"], { code: "duplicate-answer", message })];
    });
  });

/** An answer names kinds of questions that exist. */
export const answerKinds: CorpusRule = ({ scenarios, words }) => {
  const kinds = Object.keys(words.questions.draft.kinds ?? {});
  return scenarios.flatMap(({ source, draft }) =>
    (draft.answers ?? []).flatMap((answer, index) =>
      (answer?.to ?? []).flatMap((kind, at) => {
        if (kind === undefined || kind === ANYTHING_ELSE || kinds.includes(kind)) return [];
        const message = `words/questions.yaml has no kind of question "${kind}"`;
        const nearest = nearestName(kind, kinds);
        return [
          problemAt(source, ["answers", index, "to", at], { code: "unknown-question", message, nearest }),
        ];
      }),
    ),
  );
};

/**
 * An answer tells something that its scenario is about, so that a conversation without it is judged by the
 * same checks.
 */
export const answerCues: CorpusRule = ({ scenarios }) =>
  scenarios.flatMap(({ source, value: scenario }) => {
    if (scenario === null) return [];
    const own = scenarioTags(scenario);
    return (scenario.answers ?? []).flatMap((answer, index) =>
      (answer.cues ?? []).flatMap((cue, at) =>
        cue.tags.flatMap((tag, place) => {
          if (own.has(tag)) return [];
          const message = `an answer's cue has a tag of its scenario, and "${tag}" is none`;
          const path = ["answers", index, "cues", at, "tags", place];
          return [problemAt(source, path, { code: "foreign-cue", message })];
        }),
      ),
    );
  });

/** An answer fits some turn with a question to answer: a turn that follows a reply of its session. */
export const answerTurns: CorpusRule = ({ scenarios }) =>
  scenarios.flatMap(({ source, draft }) => {
    const turns = draftTurns(draft);
    if (turns.length === 0) return [];
    const open = turns.flatMap(({ t, sessionIndex }, index) =>
      turns[index - 1]?.sessionIndex === sessionIndex ? [t] : [],
    );
    return (draft.answers ?? []).flatMap((answer, index) => {
      const { from_turn: from = 1, until_turn: until = Number.POSITIVE_INFINITY } = answer ?? {};
      if (open.some((t) => from <= t && t <= until)) return [];
      const where = open.length === 0 ? "no turn" : `turn ${open.join(", ")}`;
      const message = `never said: in this scenario replies are answered at ${where}`;
      return [problemAt(source, ["answers", index], { code: "never-answered", message })];
    });
  });

/** A person who evades has something to evade. */
export const evasions: CorpusRule = ({ scenarios }) =>
  scenarios.flatMap(({ source, draft }) => {
    if (draft.answers !== undefined) return [];
    return draftTurns(draft).flatMap(({ turn, path }) => {
      if (turn?.evades === undefined) return [];
      const message =
        "`evades` stands before a message when an answer is asked for, and this scenario has no answers";
      return [problemAt(source, [...path, "evades"], { code: "nothing-to-evade", message })];
    });
  });

/** Variants of one story differ in the one thing they vary: the person's possible answers are the same. */
export const sharedBanks: CorpusRule = ({ scenarios }) =>
  scenarios.flatMap(({ source, draft }) => {
    const anchorId = draft.contrast_group;
    if (anchorId === undefined || anchorId === draft.scenario_id) return [];
    const anchor = scenarios.find((other) => other.draft.scenario_id === anchorId);
    if (anchor === undefined || isDeepStrictEqual(anchor.draft.answers, draft.answers)) return [];
    const message = `a contrast variant has the answers of ${anchorId}, word for word`;
    return [
      problemAt(source, [draft.answers === undefined ? "contrast_group" : "answers"], {
        code: "other-answers",
        message,
      }),
    ];
  });
