import type { Decision } from "../../domain/votes.ts";
import type { TranscriptWindow } from "../../text/windows/transcript-windows.ts";
import { type JudgePrompt, nonceFor } from "../judge-prompt.ts";
import type { VerifyRequest } from "../verifier.ts";
import { type ReplySearch, searchedFor, UNRELIABLE } from "./found-in-replies.ts";
import type { JudgePanel } from "./judge-panel.ts";
import { unclearIfTruncated } from "./judge-windows.ts";
import type { AnswerForm } from "./structured-judge.ts";

interface Echo {
  readonly check_id: string;
  readonly nonce: string;
  readonly assistant_turns: number;
}

/** Makes one call over all numbered replies. An unreliable answer leaves the check UNCLEAR, never PASS. */
export async function searchReplies<
  Answer extends Echo,
  Item extends { readonly turn: number; readonly quote: string },
>(
  input: {
    readonly request: VerifyRequest;
    readonly panel: JudgePanel;
    readonly window: TranscriptWindow;
    readonly prompt: JudgePrompt;
    readonly form: AnswerForm<Answer>;
    /** Display name of the search. */
    readonly name: string;
    readonly itemsOf: (answer: Answer) => readonly Item[];
    readonly rationaleOf: (item: Item) => string;
    /** Decision for replies that the search does not name. */
    readonly otherwise: Decision;
  },
  signal: AbortSignal,
): Promise<ReplySearch<Item>> {
  const { request, panel, window, prompt, form } = input;
  const { check, transcript } = request;
  const subject = `${check.id} ${input.name}`;
  const turns = new Set(window.messages.map((message) => message.turn));
  const answered = await panel.ask(
    {
      transcript,
      prompt,
      form,
      subject,
      window: 0,
      repetition: 1,
      // A turn outside the prompt means that the judge read something else.
      isEchoed: (answer) =>
        answer.check_id === check.id &&
        answer.nonce === nonceFor(transcript) &&
        answer.assistant_turns === window.messages.length &&
        input.itemsOf(answer).every(({ turn }) => turns.has(turn)),
      weigh: input.itemsOf,
    },
    signal,
  );
  return {
    window,
    ...unclearIfTruncated(answered.ok ? input.otherwise : UNRELIABLE, window, check),
    ...searchedFor({ check, transcript, panel, window, answered, rationaleOf: input.rationaleOf }),
  };
}
