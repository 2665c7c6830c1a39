import * as z from "zod";
import type { ChatMessage, ModelRequest } from "../../providers/model-client.ts";
import type { CallOutcome, RecordedModel } from "../../providers/recorded-model.ts";
import type { JudgeConfig } from "../../schema/corpus/judge-config.ts";
import type { Transcript } from "../../schema/run/transcript.ts";
import type { VoidCause } from "../../schema/scan/verdict.ts";
import { type JudgePrompt, transcriptHash } from "../judge-prompt.ts";
import { parseSingleObject, repairSingleObject } from "./parse-single-object.ts";

/** The one object an answer has to be. */
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

/** A question whose answer is one object. */
export interface Ask<Answer, Weighed> {
  readonly transcript: Transcript;
  readonly prompt: JudgePrompt;
  readonly form: AnswerForm<Answer>;
  /** What a person reads in the journal: a check's id, or what else it is about. */
  readonly subject: string;
  readonly window: number;
  readonly repetition: number;
  /** What a well-formed answer comes to. Each answer is weighed once: its quotes are looked up here. */
  readonly weigh: (answer: Answer) => Weighed;
  /** What the judge is to be reminded of, where a well-formed answer cannot count. */
  readonly objection?: (weighed: Weighed) => string | null;
}

export type Answered<Weighed> =
  | { readonly ok: true; readonly unit: string; readonly answer: Weighed }
  | { readonly ok: false; readonly unit: string; readonly voidCause: VoidCause; readonly reason: string };

export interface StructuredJudge {
  /** Two calls at most: an answer that is malformed or objected to is asked for once more. */
  ask<Answer, Weighed>(ask: Ask<Answer, Weighed>, signal: AbortSignal): Promise<Answered<Weighed>>;
}

export function createStructuredJudge(model: RecordedModel, config: JudgeConfig): StructuredJudge {
  const warmUp = createWarmUp();
  return {
    async ask(ask, signal) {
      const { excerpt, question } = ask.prompt;
      const asked: ChatMessage = { role: "user", content: question };
      const first = await warmUp(ask.transcript, excerpt, () => call(ask, [asked], 1, signal));
      const reply = replyIn(first);
      if (!reply.ok) return reply;
      const parsed = parseSingleObject(reply.content, ask.form.schema);
      let reminder = config.format_reminder;
      if (parsed !== null) {
        const answer = ask.weigh(parsed);
        const objection = ask.objection?.(answer) ?? null;
        if (objection === null) return { ok: true, unit: reply.unit, answer };
        reminder = objection;
      }

      const said: ChatMessage = { role: "assistant", content: reply.content };
      const again: readonly ChatMessage[] = [
        asked,
        // Some providers refuse an empty message.
        ...(reply.content.trim() === "" ? [] : [said]),
        { role: "user", content: reminder },
      ];
      const second = replyIn(await call(ask, again, 2, signal));
      if (!second.ok) return second;
      const { schema } = ask.form;
      const last = parseSingleObject(second.content, schema) ?? repairSingleObject(second.content, schema);
      const { unit } = second;
      return last === null
        ? { ok: false, unit, voidCause: "unparsable", reason: "The answer is not one valid object." }
        : { ok: true, unit, answer: ask.weigh(last) };
    },
  };

  function call<Answer, Weighed>(
    ask: Ask<Answer, Weighed>,
    own: readonly ChatMessage[],
    attempt: number,
    signal: AbortSignal,
  ): Promise<CallOutcome> {
    const { reasoning_effort: reasoningEffort } = config;
    const shared: readonly ChatMessage[] = [
      { role: "system", content: ask.prompt.contract },
      { role: "user", content: ask.prompt.excerpt },
    ];
    return model.ask(
      {
        messages: [...shared, ...own],
        sampling: {
          temperature: ask.repetition === 1 ? config.first_temperature : config.later_temperature,
          max_tokens: config.max_tokens,
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
      },
      signal,
    );
  }
}

type Reply =
  | { readonly ok: true; readonly unit: string; readonly content: string }
  | Extract<Answered<never>, { ok: false }>;

/** A call that was lost, cut or refused has no answer, whatever its text looks like. */
function replyIn(outcome: CallOutcome): Reply {
  const { unit } = outcome;
  if (!outcome.ok) return { ok: false, unit, voidCause: "call_failed", reason: outcome.reason };
  const { content, finish_reason } = outcome.reply;
  switch (finish_reason) {
    case "length":
      return { ok: false, unit, voidCause: "truncated", reason: "The answer was cut by the token cap." };
    case "refusal":
    case "content_filter":
      return { ok: false, unit, voidCause: "refused", reason: "The judge refused to answer." };
    case "stop":
    case "other":
      return { ok: true, unit, content };
  }
}

/** Lets the first call with a prefix go ahead and the others follow when it is back. */
export type WarmUp = <Result>(owner: object, prefix: string, call: () => Promise<Result>) => Promise<Result>;

/**
 * A provider's cache holds a prefix only once a reply to it has begun: calls that share one and leave together all pay
 * in full. What is known about an owner's prefixes goes with the owner.
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
