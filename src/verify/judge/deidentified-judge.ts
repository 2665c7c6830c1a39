/** The one door through which a conversation's words go to a judge and its own come back, where they are to go without names. */
import type { Transcript } from "../../schema/run/transcript.ts";
import type { Disguise } from "../../text/deidentify/disguise.ts";
import type { JudgePrompt, ShownMessage } from "../judge-prompt.ts";
import type { StructuredJudge } from "./structured-judge.ts";

/** How a transcript is shown to whoever judges it. */
export type DisguiseOf = (transcript: Transcript) => Disguise;

/**
 * The same judge, who sees placeholders for what tells who somebody is. Whoever asks sees nothing of it: prompts are made of
 * what was said, and so is every answer by the time that it is weighed, so that quotes are looked up in the transcript.
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

/** Each transcript is read once, however many questions there are about it. */
export function rememberDisguises(make: DisguiseOf): DisguiseOf {
  const made = new WeakMap<Transcript, Disguise>();
  return (transcript) => {
    const disguise = made.get(transcript) ?? make(transcript);
    made.set(transcript, disguise);
    return disguise;
  };
}

function disguised({ contract, excerpt, question }: JudgePrompt, disguise: Disguise): JudgePrompt {
  const shown = (message: ShownMessage) => ({ ...message, content: disguise.message(message) });
  return { contract, excerpt: excerpt.map(shown), question: disguise.repeated(question) };
}

/** An answer with the words that were said, in every text of it. */
function restored<Answer>(answer: Answer, disguise: Disguise): Answer {
  // What JSON holds keeps its shape: texts stay texts.
  return inEveryText(answer, disguise.restored) as Answer;
}

function inEveryText(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => inEveryText(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inEveryText(item, change)]));
}
