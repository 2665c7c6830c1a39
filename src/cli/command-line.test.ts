import { expect, test } from "vitest";
import { commandLine, resumeCommand } from "./command-line.ts";

test("a run is resumed by its name: what is in its plan is not typed again, where and how is", () => {
  const args = [
    "eval",
    "--model",
    "sim/brittle",
    "--run-id",
    "mine",
    "--temperature=0.5",
    "--rubric",
    "--quiet",
  ];
  const where = [
    "--out",
    "elsewhere",
    "--maxCostUsd",
    "3",
    "--no-cache",
    "--scenario",
    "a,b",
    "--maxTokens=9",
  ];
  expect(resumeCommand([...args, ...where], "mine")).toBe(
    "invisiblebench eval --resume mine --quiet --out elsewhere --no-cache",
  );
  expect(resumeCommand(["eval"], "b")).toBe("invisiblebench eval --resume b");
});

test("what was typed beside --resume stays: a plan need not have it", () => {
  for (const named of [["--resume", "a", "--take-over"], ["--resume=a"]]) {
    expect(resumeCommand(["eval", ...named, "--judge", "lab/judge"], "a")).toBe(
      "invisiblebench eval --resume a --judge lab/judge",
    );
  }
});

test("nothing is taken over a second time by a line that was printed", () => {
  for (const flag of ["--take-over", "--takeOver"]) {
    expect(resumeCommand(["run", flag, "--resume", "a"], "a")).toBe("invisiblebench run --resume a");
    expect(commandLine(["scan", "a", flag])).toBe("invisiblebench scan a");
  }
});

test("what a shell would read differently is quoted", () => {
  expect(commandLine(["eval", "--scenario", "safety_*", "--out", "my results"])).toBe(
    "invisiblebench eval --scenario 'safety_*' --out 'my results'",
  );
  expect(commandLine(["list", "it's", "", "a$b"])).toBe("invisiblebench list 'it'\\''s' '' 'a$b'");
});
