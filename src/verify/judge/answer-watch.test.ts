import { expect, test } from "vitest";
import { JudgeUnusableError, ModelUnavailableError } from "../../providers/errors.ts";
import { ModelId, Sha256, TranscriptId } from "../../schema/ids.ts";
import type { VoidCause } from "../../schema/scan/verdict.ts";
import { AnswerWatch } from "./answer-watch.ts";

const unit = Sha256.parse("0".repeat(64));
const usage = { input_tokens: 0, cached_tokens: 0, output_tokens: 0, reasoning_tokens: 0 };
const replyOf = (content: string) =>
  ({ ok: true, unit, reply: { content, finish_reason: "stop", usage } }) as const;
const conversation = (number: number) => TranscriptId.parse(`a__b/night_${number}.r1`);

function watched() {
  const watch = new AnswerWatch(ModelId.parse("lab/judge"));
  const reads = (voidCause: VoidCause | null, { about = 1, said = "holidays", isNew = true } = {}) => {
    const outcome = { ...replyOf(said), ...(isNew ? { isNew: true as const } : {}) };
    const read =
      voidCause === null
        ? ({ ok: true } as const)
        : ({ ok: false, voidCause, reason: "It is none." } as const);
    watch.heed(conversation(about), outcome, read);
  };
  const times = (count: number, cause: VoidCause | null, more: Parameters<typeof reads>[1] = {}) => {
    for (let each = 0; each < count; each++) reads(cause, { about: each % 5, ...more });
  };
  return { watch, reads, times };
}

test("25 answers in a row that nobody can use, and the judge is given up with the start of one, as a model that cannot be asked", () => {
  const { reads, times } = watched();
  times(24, "unparsable");
  const said = `I would\nrather tell you about my holidays. ${"Sun. ".repeat(100)}`;
  let given: unknown;
  try {
    reads("wrong_echo", { said });
  } catch (error) {
    given = error;
  }
  expect(given).toBeInstanceOf(JudgeUnusableError);
  expect(given).toBeInstanceOf(ModelUnavailableError);
  expect(given).toMatchObject({ code: "IB_JUDGE_UNUSABLE", exitCode: 3, canContinue: true });
  const { message } = given as JudgeUnusableError; // tested above
  expect(message).toContain("lab/judge returned 25 unusable answers in a row. It is none. It begins: ");
  expect(message).toContain("I would rather tell you about my holidays. Sun.");
  expect(message.split("It begins: ")[1]).toHaveLength(202);
  // Results of calls in progress no longer matter.
  expect(() => reads("truncated", { said: "" })).toThrow(
    "26 unusable answers in a row. It is none. It is empty.",
  );
});

test("one answer that can be used, and it begins anew", () => {
  const { times } = watched();
  for (let round = 0; round < 5; round++) {
    times(24, "unparsable");
    times(1, null);
  }
});

test("refusals are answers: they neither add to it nor end it", () => {
  const { times, reads } = watched();
  times(100, "refused");
  times(24, "truncated");
  times(100, "refused");
  expect(() => reads("truncated")).toThrow(JudgeUnusableError);
});

test("a few conversations that a judge does not want to talk of, or that break its answers, stop nobody", () => {
  const { times, reads } = watched();
  for (const about of [1, 2, 3, 4]) times(25, "unparsable", { about });
  expect(() => reads("unparsable", { about: 5 })).toThrow("101 unusable answers in a row");
});

test("what was found in a log is not counted, and neither are calls that failed", () => {
  const { watch, times } = watched();
  times(100, "unparsable", { isNew: false });
  for (let each = 0; each < 100; each++)
    watch.heed(
      conversation(each % 3),
      { ok: false, unit, reason: "HTTP 500" },
      { ok: false, voidCause: "call_failed", reason: "HTTP 500" },
    );
});
