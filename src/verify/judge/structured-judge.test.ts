import { expect, test } from "vitest";
import * as z from "zod";
import { hashOf } from "../../kernel/hash.ts";
import type { RecordedModel } from "../../providers/recorded-model.ts";
import { ModelId, Sha256, TranscriptId } from "../../schema/ids.ts";
import { ANSWER_FORMS } from "../../schema/scan/judge-protocol.ts";
import { judgeConfig, transcriptOf } from "../verify.fixture.ts";
import { answerForm, createStructuredJudge, createWarmUp } from "./structured-judge.ts";

/** Calls that end on command, and the order in which they began. */
function calls() {
  const began: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const call = (name: string) => async () => {
    began.push(name);
    const gate = Promise.withResolvers<void>();
    gates.set(name, gate);
    await gate.promise;
    return name;
  };
  return {
    began,
    call,
    end: (name: string) => gates.get(name)?.resolve(),
    fail: (name: string) => gates.get(name)?.reject(new Error(name)),
  };
}
const settle = () => new Promise(setImmediate);

test("the first call with a prefix goes ahead, the others follow it, and other prefixes do not wait", async () => {
  const warmUp = createWarmUp();
  const { began, call, end } = calls();
  const transcript = {};
  const asked = ["a1", "a2", "b1", "a3"].map((name) => warmUp(transcript, name.slice(0, 1), call(name)));
  await settle();
  expect(began).toEqual(["a1", "b1"]);
  end("a1");
  await settle();
  expect(began).toEqual(["a1", "b1", "a2", "a3"]);
  for (const name of ["a2", "a3", "b1"]) end(name);
  expect(await Promise.all(asked)).toEqual(["a1", "a2", "b1", "a3"]);
});

test("a first call that fails holds nobody up, and the same prefix of another transcript is another", async () => {
  const warmUp = createWarmUp();
  const { began, call, end, fail } = calls();
  const transcript = {};
  const first = warmUp(transcript, "a", call("first"));
  const second = warmUp(transcript, "a", call("second"));
  const other = warmUp({}, "a", call("other"));
  await settle();
  expect(began).toEqual(["first", "other"]);
  fail("first");
  await expect(first).rejects.toThrow("first");
  await settle();
  end("second");
  end("other");
  expect(await Promise.all([second, other])).toEqual(["second", "other"]);
});

/**
 * Content of each form. If a hash differs because a form changed, raise the form's version; otherwise a recorded call
 * would pass as the answer to another question. If a library renders the same form differently, or ids may have another
 * form than those in a question, only update the hash.
 */
test("each form asks for what its version stands for", () => {
  const rendered = Object.values(ANSWER_FORMS).map((form) => {
    const { name, version, jsonSchema } = answerForm<unknown>(form).output;
    return [`${name} ${version}`, hashOf(jsonSchema)];
  });
  expect(Object.fromEntries(rendered)).toEqual({
    "verdict 1": "b17a3e2cf4b83c51d4d1f14f0d6a796710f3dc8ca2e6cefbc043822c14b53af6",
    "verdict_on_statement 2": "3c51e41cdd1ea7b698e96282ead5282c073ce946d058c7a45efa2266beaf15f8",
    "weighed_verdict 1": "23667b1aca85f842a585a8f5405268f5731587aeffc2d2bc7d29839b51dbe980",
    "weighed_statement 1": "b2f66ed665a07f1cb393dde918bcfeaf64b7531f2c52969739e1d8c2d3d13751",
    "findings 2": "5c855b1848f3f09d8d5d32f918c8fd8721fafc23b1ff07049e40fd367532ed7f",
    "cues 1": "b7515b1777bc161ad5c796c20ce1fd85e3a7bd48353c5376ce1f9805f67136f7",
    "claims 1": "a46d9605c3d1dc448a96d30d1d4b2d9389f2019f8d6c43cc4e5b426a7b19406d",
    "scale 1": "b612d279a10040045e4a05dfe2ab12ac279abf1e4e8e8d9b56bbe6af1e493707",
  });
});

test("no two forms have one name", () => {
  const names = Object.values(ANSWER_FORMS).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test("a judge that fails every vote is given up, whatever it answers beside the checks; one that only fails there is not", async () => {
  const FORM = answerForm({ name: "level", version: 1, schema: z.strictObject({ level: z.int() }) });
  const usage = { input_tokens: 0, cached_tokens: 0, output_tokens: 0, reasoning_tokens: 0 };
  const judging = (usable: "vote" | "aside") => {
    const model: RecordedModel = {
      client: {
        modelId: ModelId.parse("lab/judge"),
        simulated: false,
        complete: () => Promise.reject(new Error("unused")),
      },
      retriesFailed: false,
      askAgain: (request, _, signal) => model.ask(request, signal),
      ask: async ({ messages }) => {
        const content = messages.some(({ content: asked }) => asked === usable)
          ? '{"level":1}'
          : "Let us talk about holidays.";
        const unit = Sha256.parse("0".repeat(64));
        return { ok: true, unit, isNew: true, reply: { content, finish_reason: "stop", usage } };
      },
    };
    const judge = createStructuredJudge(model, judgeConfig);
    const ask = (number: number, subject: "vote" | "aside") => {
      const { header, messages } = transcriptOf("Tell me more.", "Who holds the card?");
      const transcript_id = TranscriptId.parse(`a__b/night_${number % 5}.r1`);
      const question = {
        transcript: { header: { ...header, transcript_id }, messages },
        prompt: { contract: "Judge.", excerpt: messages, question: subject },
        form: FORM,
        subject,
        window: 0,
        repetition: 1,
        isEchoed: () => true,
        weigh: ({ level }: { readonly level: number }) => level,
        isAside: subject === "aside",
      };
      return judge.ask(question, AbortSignal.timeout(60_000));
    };
    return async () => {
      for (let number = 0; number < 30; number++) {
        await ask(number, "vote");
        await ask(number, "aside");
      }
    };
  };
  await expect(judging("aside")()).rejects.toThrow("25 unusable answers in a row");
  await judging("vote")();
});
