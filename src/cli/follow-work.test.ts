import { expect, test } from "vitest";
import type { BenchContext } from "./context.ts";
import { followWork, whereabouts } from "./follow-work.ts";

/** A context that keeps what is written to it. */
function contextWith(isInteractive: boolean) {
  const written: string[] = [];
  const resume: string[] = [];
  const context: BenchContext = {
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
const flags = { json: false, dryRun: false, quiet: false };

test("on a terminal one line is redrawn, and ends with the stage", () => {
  const { context, written } = contextWith(true);
  const { progress } = followWork(context, flags);
  progress("run", 1, 2);
  progress("run", 2, 2);
  expect(written).toEqual(["\r\u001b[K1/2 conversations", "\r\u001b[K2/2 conversations\n"]);
});

test("elsewhere there is one plain line per stage, and none when quiet", () => {
  const { context, written } = contextWith(false);
  const { progress } = followWork(context, flags);
  progress("scan", 1, 2);
  progress("scan", 2, 2);
  followWork(context, { ...flags, quiet: true }).progress("run", 2, 2);
  expect(written).toEqual(["2/2 transcripts judged\n"]);
});

test("a run that has its name can be resumed by it", () => {
  const { context, resume } = contextWith(false);
  followWork(context, flags).began("a-run");
  expect(resume).toEqual(["invisiblebench eval --seed 7 --resume a-run"]);
});

test("a later command is told where the corpus and the results are", () => {
  expect(whereabouts(flags)).toBe("");
  expect(whereabouts({ ...flags, corpus: "my pack", out: "results" })).toBe(
    " --corpus 'my pack' --out results",
  );
});
