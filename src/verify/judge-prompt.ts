import { hashOf, sha256 } from "../kernel/hash.ts";
import type { ChatMessage } from "../providers/model-client.ts";
import type { Check } from "../schema/check.ts";
import type { JudgeConfig } from "../schema/judge-config.ts";
import { type ExcerptLine, excerptBegin, excerptEnd, excerptMark } from "../schema/judge-excerpt.ts";
import type { TranscriptMessage } from "../schema/transcript.ts";
import type { TranscriptWindow } from "../text/transcript-windows.ts";

const LAYOUT_VERSION = "layout/1";
const NONCE_DIGITS = 16;

/** Of the transcript, not of the call: checks that share a window then share a cached prefix. */
export function nonceFor(transcriptHash: string): string {
  return sha256(`nonce/1${transcriptHash}`).slice(0, NONCE_DIGITS);
}

/** Hash of everything in a prompt that does not come from a transcript. */
export function promptTemplateHash(check: Check, judge: JudgeConfig): string {
  return hashOf({ layout: LAYOUT_VERSION, contract: judge.contract, prompt: check.prompt ?? null });
}

/** A fixed contract first, then the window, then the check's question last. */
export function judgePrompt(input: {
  readonly check: Check;
  readonly window: TranscriptWindow;
  readonly judge: JudgeConfig;
  readonly nonce: string;
  /** What the check's lexicon found in this window, in the transcript's words. */
  readonly hints: readonly string[];
}): readonly ChatMessage[] {
  const { check, window, nonce } = input;
  const excerpt = [
    excerptBegin(nonce),
    ...window.messages.map((message) => excerptMark(nonce) + JSON.stringify(excerptLine(message))),
    excerptEnd(nonce),
  ];
  const question = [
    `check_id: ${check.id}`,
    `nonce: ${nonce}`,
    ...cueLines(window),
    ...(input.hints.length === 0
      ? []
      : [`Word search found, right or wrong: ${JSON.stringify(input.hints)}`]),
    "",
    check.prompt ?? "",
  ];
  return [
    { role: "system", content: input.judge.contract },
    { role: "user", content: excerpt.join("\n") },
    { role: "user", content: question.join("\n") },
  ];
}

function excerptLine(message: TranscriptMessage): ExcerptLine {
  return {
    turn: message.turn,
    role: message.role,
    ...(message.session_number === undefined ? {} : { session: message.session_number }),
    ...(message.time_elapsed === undefined ? {} : { time_elapsed: message.time_elapsed }),
    ...(message.elapsed_minutes === undefined ? {} : { elapsed_minutes: message.elapsed_minutes }),
    text: message.content,
  };
}

function cueLines(window: TranscriptWindow): string[] {
  if (window.cues.length === 0) return [];
  const turns = window.cues.map((cue) => cue.turn).join(" and ");
  return [`The cue is the user's message of turn ${turns}.`];
}
