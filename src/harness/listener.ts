/** Interprets replies for the simulated people: the branch that a reply leads to, and its questions. */
import { MOST_ANSWERS } from "../domain/scenarios.ts";
import { hashOf } from "../kernel/hash.ts";
import type { Words } from "../schema/corpus/words.ts";
import { createHearing, HEARING_VERSION, type Hearing } from "../text/hearing/hear-reply.ts";
import { type AskedQuestion, createQuestionFinder } from "../text/questions/find-questions.ts";

export interface Listener {
  readonly hear: Hearing;
  /** Returns the reply's questions to the person, in order. */
  readonly questionsIn: (reply: string) => readonly AskedQuestion[];
  /** Kinds of questions that need no answer. */
  readonly offers: readonly string[];
}

/** Word lists that the listener uses. */
export type ListeningWords = Pick<Words, "exceptions" | "questions" | "spellings">;

const listeners = new WeakMap<ListeningWords, Listener>();

/** Compiles a listener once for the words of a corpus. */
export function listenerFor(words: ListeningWords): Listener {
  const known = listeners.get(words);
  if (known !== undefined) return known;
  const listener = {
    hear: createHearing(words.exceptions),
    questionsIn: createQuestionFinder(words),
    offers: words.questions.offers,
  };
  listeners.set(words, listener);
  return listener;
}

/** Part of the fingerprint: another listener chooses other branches and answers. */
export function reactionRulesHash({ exceptions, questions, spellings }: ListeningWords): string {
  return hashOf([HEARING_VERSION, MOST_ANSWERS, exceptions, questions, spellings]);
}
