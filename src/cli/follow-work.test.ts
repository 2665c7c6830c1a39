import { expect, test } from "vitest";
import type { WorkEvent } from "../index.ts";
import { Sha256 } from "../schema/ids.ts";
import type { CliContext } from "./context.ts";
import { followWork, locationFlags } from "./follow-work.ts";

/** A context that keeps what is written to it. */
function contextWith(isInteractive: boolean) {
  const written: string[] = [];
  const resume: string[] = [];
  const context: CliContext = {
    process: { stdout: { write: () => {} }, stderr: { write: (text) => void written.push(text) } },
    args: ["eval", "--seed", "7"],
    env: {},
    isInteractive,
    signal: new AbortController().signal,
    setResumeCommand: (command) => void resume.push(command),
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
  progress: "auto",
} as const;

const planned: WorkEvent = { kind: "planned", stage: "scan", total: { "sim/judge": 2 } };
const judged: WorkEvent = { kind: "finished", stage: "scan", of: "sim/judge", id: "a/b.r1", complete: true };

test("on a terminal there is a line for each model, redrawn until the stage is over", () => {
  const { context, written } = contextWith(true);
  const { onEvent } = followWork(context, flags);
  for (const event of [planned, judged, judged]) onEvent(event);
  expect(written[0]).toContain("sim/judge  0/2 transcripts judged");
  expect(written.at(-1)).toBe("\u001b[1A\r\u001b[Jsim/judge  2/2 transcripts judged\n");
});

test("elsewhere there is one plain line at the end of a stage, and none when quiet", () => {
  const { context, written } = contextWith(false);
  const { onEvent } = followWork(context, flags);
  for (const event of [planned, judged, judged]) onEvent(event);
  const quiet = followWork(context, { ...flags, quiet: true });
  for (const event of [planned, judged, judged]) quiet.onEvent(event);
  expect(written).toEqual(["sim/judge  2/2 transcripts judged\n"]);
});

test("another program gets every event as a line of JSON, without the words of a conversation", () => {
  const { context, written } = contextWith(false);
  const { onEvent } = followWork(context, { ...flags, progress: "json" });
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
  followWork(context, flags).began("a-run");
  expect(resume).toEqual(["invisiblebench eval --seed 7 --resume a-run"]);
});

test("a later command is told where the corpus and the results are", () => {
  expect(locationFlags(flags)).toBe("");
  expect(locationFlags({ ...flags, corpus: "my pack", out: "results" })).toBe(
    " --corpus 'my pack' --out results",
  );
});
