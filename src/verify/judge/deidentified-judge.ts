/** Hides identifiers from a judge and restores the original words in its answers. No other path leads to a judge. */
import type { Transcript } from "../../schema/run/transcript.ts";
import type { Pseudonyms } from "../../text/deidentify/pseudonyms.ts";
import type { JudgePrompt, ShownMessage } from "../judge-prompt.ts";
import type { StructuredJudge } from "./structured-judge.ts";

/** Returns how a transcript is shown to a judge. */
export type DisguiseOf = (transcript: Transcript) => Pseudonyms;

/**
 * Wraps a judge that sees placeholders instead of identifiers. Callers notice no difference: prompts are built from the
 * original words, and answers are restored before they are weighed, so quotes match the transcript.
 */
export function deidentified(judge: StructuredJudge, disguiseOf: DisguiseOf): StructuredJudge {
  return {
    ask(ask, signal) {
      const disguise = disguiseOf(ask.transcript);
      const { isEchoed, weigh } = ask;
      return judge.ask(
        {
          ...ask,
          prompt: disguised(ask.prompt, disguise),
          isEchoed: (answer) => isEchoed(restored(answer, disguise)),
          weigh: (answer) => weigh(restored(answer, disguise)),
        },
        signal,
      );
    },
  };
}

/** Computes the disguise once per transcript, for all its questions. */
export function cachePseudonyms(make: DisguiseOf): DisguiseOf {
  const made = new WeakMap<Transcript, Pseudonyms>();
  return (transcript) => {
    const disguise = made.get(transcript) ?? make(transcript);
    made.set(transcript, disguise);
    return disguise;
  };
}

function disguised({ contract, excerpt, question }: JudgePrompt, disguise: Pseudonyms): JudgePrompt {
  const shown = (message: ShownMessage) => ({ ...message, content: disguise.message(message) });
  return { contract, excerpt: excerpt.map(shown), question: disguise.repeated(question) };
}

/** Restores the original words in every text of an answer. */
function restored<Answer>(answer: Answer, disguise: Pseudonyms): Answer {
  // JSON values keep their shape: texts stay texts.
  return inEveryText(answer, disguise.restored) as Answer;
}

function inEveryText(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => inEveryText(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inEveryText(item, change)]));
}
