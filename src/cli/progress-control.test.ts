import { Readable } from "node:stream";
import { expect, test } from "vitest";
import type { WorkEstimate } from "../domain/number-words.ts";
import type { WorkEvent } from "../index.ts";
import { systemClock } from "../kernel/clock.ts";
import type { BenchError } from "../kernel/errors.ts";
import { Sha256 } from "../schema/ids.ts";
import { locationFlags } from "./command-line.ts";
import { type CliContext, type CliInput, createWorkNotes } from "./context.ts";
import { progressControl } from "./progress-control.ts";

/** Makes a context that records its output. */
function contextWith(isInteractive: boolean, stdin: CliInput = Readable.from([])) {
  const written: string[] = [];
  const resume: string[] = [];
  const notes = createWorkNotes();
  const context: CliContext = {
    program: "invisiblebench",
    process: { stdout: { write: () => {} }, stderr: { write: (text) => void written.push(text) } },
    args: ["eval", "--seed", "7"],
    cwd: "/nowhere",
    env: {},
    stdin,
    isInteractive,
    columns: 100,
    width: 120,
    wrapsProse: false,
    hasColour: false,
    clock: systemClock,
    signal: new AbortController().signal,
    ...notes,
    resumeCommand: () => resume.at(-1),
    setResumeCommand: (command) => void resume.push(command),
    setLongestShutdown: () => {},
    setExitCode: () => {},
  };
  return { context, written, resume };
}
const flags = {
  json: false,
  dryRun: false,
  quiet: false,
  cache: true,
  yes: false,
  takeOver: false,
  progress: "auto",
} as const;

const planned: WorkEvent = { kind: "planned", stage: "scan", total: { "sim/judge": 2 } };
const judged: WorkEvent = { kind: "finished", stage: "scan", of: "sim/judge", id: "a/b.r1", complete: true };

test("on a terminal there is a line for each model, redrawn until the stage is over", () => {
  const { context, written } = contextWith(true);
  const { onEvent } = progressControl(context, flags);
  for (const event of [planned, judged, judged]) onEvent(event);
  expect(written[0]).toContain("sim/judge  0/2 transcripts judged");
  expect(written.at(-1)).toBe("\u001b[1A\r\u001b[Jsim/judge  2/2 transcripts judged\n");
});

test("elsewhere there is one plain line at the end of a stage, and none when quiet", () => {
  const { context, written } = contextWith(false);
  const { onEvent } = progressControl(context, flags);
  for (const event of [planned, judged, judged]) onEvent(event);
  const quiet = progressControl(context, { ...flags, quiet: true });
  for (const event of [planned, judged, judged]) quiet.onEvent(event);
  expect(written).toEqual(["sim/judge  2/2 transcripts judged\n"]);
});

test("another program gets every event as a line of JSON, without the words of a conversation", () => {
  const { context, written } = contextWith(false);
  const { onEvent } = progressControl(context, { ...flags, progress: "json" });
  const usage = { input_tokens: 1, cached_tokens: 0, output_tokens: 2, reasoning_tokens: 0 };
  onEvent(planned);
  onEvent({
    kind: "call",
    stage: "scan",
    entry: {
      event: "replied",
      unit: Sha256.parse("0".repeat(64)),
      content: "private words",
      finish_reason: "stop",
      usage,
      latency_ms: 3,
      at: "2026-11-15T00:00:00.000Z",
    },
  });
  const events = written.map((line) => JSON.parse(line));
  expect(events[0]).toEqual(planned);
  expect(events[1].entry).toMatchObject({ event: "replied", characters: 13, usage });
  expect(written.join("")).not.toContain("private words");
});

test("a run that has its name can be resumed by it", () => {
  const { context, resume } = contextWith(false);
  progressControl(context, flags).began("a-run");
  expect(resume).toEqual(["invisiblebench eval --resume a-run"]);
});

test("work that goes on after a judge's call failed asks for it again; a run does so by itself", () => {
  const { context, resume } = contextWith(false);
  const { began, onEvent } = progressControl(context, { ...flags, quiet: true });
  began("a-run");
  const entry = {
    event: "failed",
    unit: Sha256.parse("a".repeat(64)),
    reason: "HTTP 500",
    at: "2026-11-16T00:00:00.000Z",
  } as const;
  onEvent({ kind: "call", stage: "run", entry });
  expect(resume.at(-1)).toBe("invisiblebench eval --resume a-run");
  onEvent({ kind: "call", stage: "scan", entry });
  onEvent({ kind: "call", stage: "scan", entry });
  expect(resume.at(-1)).toBe("invisiblebench eval --resume a-run --retry-lost");
});

test("a later command is told where the corpus, the config and the results are", () => {
  expect(locationFlags(flags)).toBe("");
  expect(locationFlags({ ...flags, corpus: "my pack", config: "b.yaml", out: "results" })).toBe(
    " --corpus 'my pack' --config b.yaml --out results",
  );
});

const price = { low: 1, expected: 2, high: 3 };

const NO_COST = { low: 0, expected: 0, high: 0 };
const work = { run: null, scan: null };

function estimateOf(cost: typeof price, ...unpriced: string[]): WorkEstimate {
  return { calls: 40, cost_usd: cost, conversations_usd: cost, judging_usd: NO_COST, unpriced };
}

/** Simulates a terminal at which a person types, or closes it. */
function typed(...lines: readonly string[]): CliInput {
  return Object.assign(Readable.from(lines.map((line) => `${line}\n`)), { isTTY: true });
}

test.for([
  ["y", "goes on"],
  ["YES", "goes on"],
  ["n", "IB_DECLINED"],
  ["", "IB_DECLINED"],
  [null, "IB_DECLINED"],
] as const)("at a terminal the price is told and asked about: %j", async ([answer, outcome]) => {
  const { context, written } = contextWith(true, answer === null ? typed() : typed(answer));
  const { approve } = progressControl(context, flags);
  const end = await approve(estimateOf(price), work).then(
    () => "goes on",
    (error: BenchError) => error.code,
  );
  expect(end).toBe(outcome);
  expect(written).toEqual(["40 calls, about $2.00 ($1.00–$3.00). Go on? [y/N] "]);
});

test("an interruption takes the question back", async () => {
  const controller = new AbortController();
  const reason = new Error("Ctrl-C");
  const endless: CliInput = Object.assign(new Readable({ read: () => undefined }), { isTTY: true });
  const { context } = contextWith(true, endless);
  const { approve } = progressControl({ ...context, signal: controller.signal }, flags);
  const asked = approve(estimateOf(price), work);
  controller.abort(reason);
  await expect(asked).rejects.toBe(reason);
});

test.for([
  ["an input that is no terminal", true],
  ["a log", false],
] as const)("with %s nobody is asked, so spending needs a ceiling or --yes", async ([, isInteractive]) => {
  const { context, written } = contextWith(isInteractive);
  const approve = (more: object, estimate = estimateOf(price)) =>
    progressControl(context, { ...flags, ...more }).approve(estimate, work);
  const refusal = {
    code: "IB_SPENDING_NOT_AGREED",
    exitCode: 2,
    message: expect.stringContaining("40 calls, about $2.00 ($1.00–$3.00)."),
    hint: expect.stringMatching(/--max-cost-usd.*--yes/),
  };
  await expect(approve({})).rejects.toMatchObject(refusal);
  // A model without a known price may cost something.
  await expect(approve({}, estimateOf(NO_COST, "acme/one"))).rejects.toMatchObject({ code: refusal.code });
  await approve({ yes: true });
  await approve({ maxCostUsd: 5 });
  expect(written).toEqual([]);
});

test("what all of the work may come to is known with what was spent before", async () => {
  const { context } = contextWith(false);
  const { approve, onEvent } = progressControl(context, { ...flags, quiet: true, yes: true });
  onEvent({ kind: "planned", stage: "scan", total: { "lab/judge": 2 }, spentUsd: { "lab/judge": 0.5 } });
  await approve(estimateOf(price), work);
  await approve(estimateOf({ low: 0.1, expected: 0.2, high: 0.3 }), work);
  expect(context.expectedUsd()).toBe(3.5);
});

test("what costs nothing needs no agreement", async () => {
  const { context, written } = contextWith(false);
  await progressControl(context, flags).approve(estimateOf(NO_COST), work);
  expect(written).toEqual([]);
});

test("where what is left costs more than was agreed to, the question says so", async () => {
  const { context, written } = contextWith(true, typed("y"));
  const agreed = { ...estimateOf(price), cost_usd: { low: 0.5, expected: 0.75, high: 1 } };
  await progressControl(context, flags).approve(estimateOf(price), { ...work, agreed });
  expect(written.join("")).toBe(
    "What is left will cost more than was agreed to, which was $0.75 ($0.50–$1.00) in all: 40 calls, about $2.00 ($1.00–$3.00). Go on? [y/N] ",
  );
});

test("what a model does wrong with money is told also to those who want no progress, and stays above the meters", () => {
  const warned: WorkEvent = { kind: "warned", stage: "run", of: "acme/one", text: "it gave too much" };
  const { context, written } = contextWith(false);
  progressControl(context, { ...flags, quiet: true }).onEvent(warned);
  progressControl(context, flags).onEvent(warned);
  expect(written).toEqual(["acme/one: it gave too much\n", "acme/one: it gave too much\n"]);
  const terminal = contextWith(true);
  const { onEvent } = progressControl(terminal.context, flags);
  for (const event of [planned, warned, judged, judged]) onEvent(event);
  expect(terminal.written[1]).toBe("\u001b[1A\r\u001b[Jacme/one: it gave too much\n");
  expect(terminal.written[2]).toBe("\r\u001b[Jsim/judge  0/2 transcripts judged\n");
});
