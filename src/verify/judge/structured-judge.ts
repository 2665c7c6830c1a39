import * as z from "zod";
import { isLost, type PutQuestion } from "../../domain/losses.ts";
import type { ChatMessage, ModelReply, ModelRequest } from "../../providers/model-client.ts";
import type { CallOutcome, RecordedModel } from "../../providers/recorded-model.ts";
import type { JudgeConfig } from "../../schema/corpus/judge-config.ts";
import type { TranscriptId } from "../../schema/ids.ts";
import type { Transcript } from "../../schema/run/transcript.ts";
import type { VoidCause } from "../../schema/scan/verdict.ts";
import { type JudgePrompt, layOutExcerpt, transcriptHash } from "../judge-prompt.ts";
import { AnswerWatch } from "./answer-watch.ts";
import { parseSingleObject, repairSingleObject } from "./parse-single-object.ts";

/** Schema of an answer: one object. */
export interface AnswerForm<Answer> {
  readonly schema: z.ZodType<Answer>;
  readonly output: NonNullable<ModelRequest["output"]>;
}

export function answerForm<Answer>(form: {
  readonly name: string;
  readonly version: number;
  readonly schema: z.ZodType<Answer>;
}): AnswerForm<Answer> {
  const { name, version, schema } = form;
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema);
  return { schema, output: { name, version, jsonSchema } };
}

export interface Ask<Answer, Weighed> {
  readonly transcript: Transcript;
  readonly prompt: JudgePrompt;
  readonly form: AnswerForm<Answer>;
  /** Label in the journal: a check's id, or another subject. */
  readonly subject: string;
  readonly window: number;
  readonly repetition: number;
  /** Token limit of the answer. @default the corpus's limit for all questions */
  readonly maxTokens?: number;
  /** Whether a well-formed answer belongs to this question and to the text shown. */
  readonly isEchoed: (answer: Answer) => boolean;
  /** Weighs a well-formed answer, once per answer; locates its quotes. */
  readonly weigh: (answer: Answer) => Weighed;
  /** Returns a reminder for the judge if a well-formed answer cannot count. */
  readonly objection?: (weighed: Weighed) => string | null;
  /**
   * Whether the question is outside the checks: a judge that fails at it may still be able to judge, and the reverse.
   */
  readonly isAside?: boolean;
}

export type Answered<Weighed> =
  | { readonly ok: true; readonly unit: string; readonly answer: Weighed }
  | { readonly ok: false; readonly unit: string; readonly voidCause: VoidCause; readonly reason: string };

export interface StructuredJudge {
  /**
   * Makes at most two calls: a malformed or rejected answer gets one retry. If lost answers are to be recovered, a
   * question without an answer from an earlier session is asked again, from the first lost call on.
   */
  ask<Answer, Weighed>(ask: Ask<Answer, Weighed>, signal: AbortSignal): Promise<Answered<Weighed>>;
}

/** Called for every question, with its loss state. */
export type NoteQuestion = (transcriptId: TranscriptId, question: PutQuestion) => void;

export function createStructuredJudge(
  model: RecordedModel,
  config: JudgeConfig,
  note: NoteQuestion = () => undefined,
): StructuredJudge {
  const watch = new AnswerWatch(model.client.modelId);
  // Calls of one batch leave together and cannot wait for one of them.
  const warmUp: WarmUp = model.client.gathers === true ? (_owner, _prefix, call) => call() : createWarmUp();
  return {
    async ask(ask, signal) {
      const before = await answer(ask, false, signal);
      const answered =
        lossOf(before) !== null && model.retriesFailed ? await answer(ask, true, signal) : before;
      const { unit } = answered;
      note(ask.transcript.header.transcript_id, { unit, subject: ask.subject, lost: lossOf(answered) });
      return answered;
    },
  };

  async function answer<Answer, Weighed>(
    ask: Ask<Answer, Weighed>,
    retriesFailed: boolean,
    signal: AbortSignal,
  ): Promise<Answered<Weighed>> {
    const { contract, question } = ask.prompt;
    const excerpt = layOutExcerpt(ask.transcript, ask.prompt.excerpt);
    const shared: readonly ChatMessage[] = [
      { role: "system", content: contract },
      { role: "user", content: excerpt },
    ];
    const asked: ChatMessage = { role: "user", content: question };
    const first = await warmUp(ask.transcript, excerpt, () =>
      call(ask, { shared, own: [asked], attempt: 1, retriesFailed }, signal),
    );
    const heed = (outcome: CallOutcome, read: Reply<Answer>) => {
      if (ask.isAside !== true) watch.heed(ask.transcript.header.transcript_id, outcome, read);
    };
    const reply = readReply(first, 1, ask);
    if (reply.ok || reply.voidCause !== "unparsable") heed(first, reply);
    if (!reply.ok && reply.voidCause !== "unparsable") return reply;
    let reminder = config.format_reminder;
    if (reply.ok) {
      const answer = ask.weigh(reply.answer);
      const objection = ask.objection?.(answer) ?? null;
      if (objection === null) return { ok: true, unit: reply.unit, answer };
      reminder = objection;
    }

    const { content } = reply;
    const said: ChatMessage = { role: "assistant", content };
    const again: readonly ChatMessage[] = [
      asked,
      // Some providers refuse an empty message.
      ...(content.trim() === "" ? [] : [said]),
      { role: "user", content: reminder },
    ];
    const last = await call(ask, { shared, own: again, attempt: 2, retriesFailed }, signal);
    const second = readReply(last, 2, ask);
    if (!reply.ok) heed(last, second);
    return second.ok ? { ok: true, unit: second.unit, answer: ask.weigh(second.answer) } : second;
  }

  async function call<Answer, Weighed>(
    ask: Ask<Answer, Weighed>,
    {
      shared,
      own,
      attempt,
      retriesFailed,
    }: {
      readonly shared: readonly ChatMessage[];
      readonly own: readonly ChatMessage[];
      readonly attempt: 1 | 2;
      readonly retriesFailed: boolean;
    },
    signal: AbortSignal,
  ): Promise<CallOutcome> {
    const { reasoning_effort: reasoningEffort } = config;
    const request: ModelRequest = {
      messages: [...shared, ...own],
      sampling: {
        temperature: ask.repetition === 1 ? config.first_temperature : config.later_temperature,
        max_tokens: ask.maxTokens ?? config.max_tokens,
        seed: null,
      },
      origin: {
        stage: "judge",
        transcript_id: ask.transcript.header.transcript_id,
        subject: ask.subject,
        window: ask.window,
        repetition: ask.repetition,
        attempt,
      },
      output: ask.form.output,
      sharedPrefix: { messages: shared.length, key: transcriptHash(ask.transcript) },
      ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
      isOfUse: (reply) => readReply({ ok: true, unit: "", reply }, attempt, ask).ok,
    };
    const outcome = await model.ask(request, signal);
    if (!retriesFailed) return outcome;
    const read = readReply(outcome, attempt, ask);
    return read.ok || !isLost(read.voidCause) ? outcome : model.askAgain(request, read.voidCause, signal);
  }
}

function lossOf(answered: Answered<unknown>): PutQuestion["lost"] {
  if (answered.ok || !isLost(answered.voidCause)) return null;
  return { cause: answered.voidCause, reason: answered.reason };
}

type Reply<Answer> = { readonly unit: string; readonly content: string } & (
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly voidCause: VoidCause; readonly reason: string }
);

/** Reads a reply. A failed, truncated or refused call has no answer, whatever its text looks like. */
function readReply<Answer, Weighed>(
  outcome:
    | (CallOutcome & { readonly ok: false })
    | { readonly ok: true; readonly unit: string; readonly reply: ModelReply },
  attempt: 1 | 2,
  ask: Pick<Ask<Answer, Weighed>, "form" | "isEchoed">,
): Reply<Answer> {
  const { unit } = outcome;
  const none = (voidCause: VoidCause, reason: string, content = ""): Reply<Answer> => ({
    ok: false,
    unit,
    voidCause,
    reason,
    content,
  });
  if (!outcome.ok) return none("call_failed", outcome.reason);
  const { content, finish_reason } = outcome.reply;
  switch (finish_reason) {
    case "length":
      return none("truncated", "The answer was cut by the token cap.");
    case "refusal":
    case "content_filter":
      return none("refused", "The judge refused to answer.");
    case "stop":
    case "other": {
      const { schema } = ask.form;
      // Repairs syntax only as a last resort, after the judge had a retry.
      const answer =
        parseSingleObject(content, schema) ?? (attempt === 2 ? repairSingleObject(content, schema) : null);
      if (answer === null) return none("unparsable", "The answer is not one valid object.", content);
      if (!ask.isEchoed(answer)) return none("wrong_echo", "The answer is to another question.", content);
      return { ok: true, unit, content, answer };
    }
  }
}

/** Runs the first call with a prefix alone, then the others once it returns. */
export type WarmUp = <Result>(owner: object, prefix: string, call: () => Promise<Result>) => Promise<Result>;

/**
 * Creates a warm-up. A provider caches a prefix only once a reply to it has begun: calls with one prefix that start
 * together all pay in full. Prefix state is released with its owner.
 */
export function createWarmUp(): WarmUp {
  const prefixesOf = new WeakMap<object, Map<string, Promise<void>>>();
  return async (owner, prefix, call) => {
    const prefixes = prefixesOf.get(owner) ?? new Map<string, Promise<void>>();
    prefixesOf.set(owner, prefixes);
    const first = prefixes.get(prefix);
    if (first !== undefined) {
      await first;
      return call();
    }
    const result = call();
    const settled = () => undefined;
    prefixes.set(prefix, result.then(settled, settled));
    return result;
  };
}
