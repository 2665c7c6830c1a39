/** How the people of the scenarios listen: which branch a reply leads to, and what it asks them. */
import { MOST_ANSWERS } from "../domain/scenarios.ts";
import { hashOf } from "../kernel/hash.ts";
import type { Words } from "../schema/corpus/words.ts";
import { createHearing, HEARING_VERSION, type Hearing } from "../text/hearing/hear-reply.ts";
import { type AskedQuestion, createQuestionFinder } from "../text/questions/find-questions.ts";

export interface Listener {
  readonly hear: Hearing;
  /** What a reply asks the person, in order. */
  readonly questionsIn: (reply: string) => readonly AskedQuestion[];
  /** Kinds of questions that ask for no answer. */
  readonly offers: readonly string[];
}

/** The words that listening rests on. */
export type ListeningWords = Pick<Words, "exceptions" | "questions" | "spellings">;

const listeners = new WeakMap<ListeningWords, Listener>();

/** Compiled once for the words of a corpus. */
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

/** In the fingerprint: who hears otherwise says something else. */
export function listeningHash({ exceptions, questions, spellings }: ListeningWords): string {
  return hashOf([HEARING_VERSION, MOST_ANSWERS, exceptions, questions, spellings]);
}
