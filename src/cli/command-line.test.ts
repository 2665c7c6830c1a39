import { expect, test } from "vitest";
import { commandLine, resumeCommand } from "./command-line.ts";

test("a run is resumed with the settings it was begun with, under its own name", () => {
  const args = ["eval", "--model", "sim/brittle", "--run-id", "mine", "--temperature", "0.5"];
  expect(resumeCommand(args, "mine")).toBe(
    "invisiblebench eval --model sim/brittle --temperature 0.5 --resume mine",
  );
});

test("a name that was given is replaced however it was written", () => {
  for (const named of [
    ["--run-id", "a"],
    ["--runId", "a"],
    ["--run-id=a"],
    ["--resume", "a"],
    ["--resume=a"],
  ]) {
    expect(resumeCommand(["run", ...named, "--quiet"], "b")).toBe("invisiblebench run --quiet --resume b");
  }
  expect(resumeCommand(["eval"], "b")).toBe("invisiblebench eval --resume b");
});

test("what a shell would read differently is quoted", () => {
  expect(commandLine(["eval", "--scenario", "safety_*", "--out", "my results"])).toBe(
    "invisiblebench eval --scenario 'safety_*' --out 'my results'",
  );
  expect(commandLine(["list", "it's", "", "a$b"])).toBe("invisiblebench list 'it'\\''s' '' 'a$b'");
});
