import { isCompliance } from "../domain/dimensions.ts";
import { hashOf, sha256 } from "../kernel/hash.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { JudgeConfig } from "../schema/corpus/judge-config.ts";
import type { Transcript, TranscriptMessage } from "../schema/run/transcript.ts";
import {
  type ExcerptLine,
  excerptBegin,
  excerptEnd,
  excerptMark,
  type QuestionKind,
} from "../schema/scan/judge-protocol.ts";
import { decidesEachExchange, type TranscriptWindow } from "../text/windows/transcript-windows.ts";

const LAYOUT_VERSION = "layout/2";
const NONCE_DIGITS = 16;

/** Derived from the transcript, not from the call, so that checks on one window share a cached prefix. */
export function nonceFor(transcript: Transcript): string {
  return sha256(`nonce/2${transcriptHash(transcript)}`).slice(0, NONCE_DIGITS);
}

/** Whether a text contains the frame's own mark. Such text could close the frame, so no judge gets it. */
export function holdsItsNonce(transcript: Transcript): boolean {
  const nonce = nonceFor(transcript);
  return transcript.messages.some((message) => message.content.includes(nonce));
}

const TEMPLATE_HASHES = new WeakMap<JudgeConfig, WeakMap<Check, string>>();

/**
 * Returns the hash of the parts of a check's prompts that are independent of the transcript; computed once per check.
 */
export function promptTemplateHash(check: Check, judge: JudgeConfig): string {
  const known = TEMPLATE_HASHES.get(judge) ?? new WeakMap<Check, string>();
  TEMPLATE_HASHES.set(judge, known);
  const hash = known.get(check) ?? templateHash(check, judge);
  known.set(check, hash);
  return hash;
}

function templateHash(check: Check, judge: JudgeConfig): string {
  const {
    version: _,
    first_temperature: __,
    later_temperature: ___,
    max_tokens: ____,
    sweep_max_tokens: _____,
    reasoning_effort: ______,
    ...texts
  } = judge;
  const { prompt = null, lesser } = check;
  return hashOf({ layout: LAYOUT_VERSION, texts, prompt, ...(lesser === undefined ? {} : { lesser }) });
}

/**
 * Whether a verdict must name the kind of statement behind it: true for checks of single replies that may break a rule.
 */
export function wantsStatement(check: Check): boolean {
  const { unit_of_analysis: unit, corpus_required: isAboutFacts } = check.routing;
  return isCompliance(check) && unit === "turn_level" && !isAboutFacts;
}

/** Returns the kind of answer that a check's question requires. */
export function answerKind(check: Check): "verdict" | "weighed_verdict" | "statement" | "weighed_statement" {
  if (wantsStatement(check)) return check.lesser === undefined ? "statement" : "weighed_statement";
  return check.lesser === undefined ? "verdict" : "weighed_verdict";
}

/** A message of an excerpt; `context` marks messages that help understanding and are not judged. */
export type ShownMessage = TranscriptMessage & { readonly context?: true };

/**
 * Prompt of a judge. Checks on the same window share contract and excerpt and differ only in the question. It becomes
 * text only when it is sent.
 */
export interface JudgePrompt {
  readonly contract: string;
  readonly excerpt: readonly ShownMessage[];
  readonly question: string;
}

/** A check's question about one window. */
export function judgePrompt(input: {
  readonly check: Check;
  readonly transcript: Transcript;
  readonly window: TranscriptWindow;
  readonly judge: JudgeConfig;
  readonly hints: readonly string[];
  readonly data: readonly string[];
}): JudgePrompt {
  const { check, window, judge } = input;
  return layOutPrompt(input, answerKind(check), [
    `check_id: ${check.id}`,
    ...input.data,
    ...cueLines(window, judge),
    ...(input.hints.length === 0
      ? []
      : [`Word search found, right or wrong: ${JSON.stringify(input.hints)}`]),
    "",
    check.prompt ?? "",
    ...(decidesEachExchange(window) ? ["", judge.each_exchange] : []),
    ...(wantsStatement(check) ? ["", judge.statement_fields] : []),
    ...(check.lesser === undefined ? [] : ["", judge.weight_field, `Lesser: ${check.lesser.when}`]),
  ]);
}

/** Builds the prompt of the search through all replies for failures of several checks. */
export function sweepPrompt(input: {
  readonly checks: readonly Check[];
  readonly transcript: Transcript;
  readonly window: TranscriptWindow;
  readonly judge: JudgeConfig;
}): JudgePrompt {
  const acts = input.checks.map(({ id, fail_rule }) => JSON.stringify({ check_id: id, act: fail_rule }));
  return layOutPrompt(input, "findings", ["", input.judge.sweep, "", ...acts]);
}

/** Builds the prompt of the search for cues of several checks in the user's messages. */
export function cuePrompt(input: {
  readonly transcript: Transcript;
  readonly window: TranscriptWindow;
  readonly judge: JudgeConfig;
  /** One line per check that describes its situation. */
  readonly situations: readonly string[];
}): JudgePrompt {
  return layOutPrompt(input, "cues", ["", input.judge.find_cues, "", ...input.situations]);
}

/** Puts a fixed contract first, then the window, then the question. */
export function layOutPrompt(
  input: {
    readonly transcript: Transcript;
    readonly window: TranscriptWindow;
    readonly judge: JudgeConfig;
  },
  kind: QuestionKind,
  question: readonly string[],
): JudgePrompt {
  return {
    contract: input.judge.contract,
    excerpt: [
      ...(input.window.before ?? []).map((message) => ({ ...message, context: true as const })),
      ...input.window.messages,
    ],
    question: [`nonce: ${nonceFor(input.transcript)}`, `answer: ${kind}`, ...question].join("\n"),
  };
}

/** Puts messages in a frame that separates the conversation from the rest of the prompt. */
export function layOutExcerpt(transcript: Transcript, messages: readonly ShownMessage[]): string {
  const nonce = nonceFor(transcript);
  const lines = messages.map((message) => excerptMark(nonce) + JSON.stringify(excerptLine(message)));
  return [excerptBegin(nonce), ...lines, excerptEnd(nonce)].join("\n");
}

function excerptLine(message: ShownMessage): ExcerptLine {
  return {
    turn: message.turn,
    role: message.role,
    ...(message.context === undefined ? {} : { context: true }),
    ...(message.session_number === undefined ? {} : { session: message.session_number }),
    ...(message.time_elapsed === undefined ? {} : { time_elapsed: message.time_elapsed }),
    ...(message.elapsed_minutes === undefined ? {} : { elapsed_minutes: message.elapsed_minutes }),
    text: message.content,
  };
}

function cueLines(window: TranscriptWindow, judge: JudgeConfig): string[] {
  if (window.cues.length === 0) return [];
  const turns = window.cues.map((cue) => cue.turn).join(" and ");
  return [
    `The cue is the user's message of turn ${turns}.`,
    ...(window.before === undefined ? [] : [judge.turn_before.trim()]),
  ];
}

const HASHES = new WeakMap<Transcript, string>();

/**
 * Hash of id and messages, computed once per transcript. It leaves out the rest of the header: if only a scenario's
 * tags or criteria change, the questions about the same words and their answers stay valid.
 */
export function transcriptHash(transcript: Transcript): string {
  const { header, messages } = transcript;
  const hash = HASHES.get(transcript) ?? hashOf({ id: header.transcript_id, messages });
  HASHES.set(transcript, hash);
  return hash;
}
