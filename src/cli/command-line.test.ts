import { expect, test } from "vitest";
import { commandLine, programName, resumeCommand, shellQuote } from "./command-line.ts";

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
  expect(resumeCommand("invisiblebench", [...args, ...where], "mine")).toBe(
    "invisiblebench eval --resume mine --quiet --out elsewhere --no-cache",
  );
  expect(resumeCommand("invisiblebench", ["eval"], "b")).toBe("invisiblebench eval --resume b");
});

test("how judges are asked is in no plan, and is typed again", () => {
  const later = ["--batch", "--requests", "asked", "--answers", "answered"];
  const args = ["eval", "--judge", "files/reader", ...later, "--model", "sim/brittle"];
  expect(resumeCommand("invisiblebench", args, "a")).toBe(
    "invisiblebench eval --resume a --batch --requests asked --answers answered",
  );
});

test("what was typed beside --resume stays: a plan need not have it", () => {
  for (const named of [["--resume", "a", "--take-over"], ["--resume=a"]]) {
    expect(resumeCommand("invisiblebench", ["eval", ...named, "--judge", "lab/judge"], "a")).toBe(
      "invisiblebench eval --resume a --judge lab/judge",
    );
  }
});

test("nothing is taken over a second time by a line that was printed", () => {
  for (const flag of ["--take-over", "--takeOver"]) {
    expect(resumeCommand("invisiblebench", ["run", flag, "--resume", "a"], "a")).toBe(
      "invisiblebench run --resume a",
    );
    expect(commandLine("invisiblebench", ["scan", "a", flag])).toBe("invisiblebench scan a");
  }
});

test("what a shell would read differently is quoted", () => {
  expect(commandLine("invisiblebench", ["eval", "--scenario", "safety_*", "--out", "my results"])).toBe(
    "invisiblebench eval --scenario 'safety_*' --out 'my results'",
  );
  expect(commandLine("invisiblebench", ["list", "it's", "", "a$b"])).toBe(
    "invisiblebench list 'it'\\''s' '' 'a$b'",
  );
});

test.each([
  ["plain", "plain"],
  ["C:\\results\\night", "C:\\results\\night"],
  ["my results", '"my results"'],
  ["safety_*", '"safety_*"'],
  ["it's", '"it\'s"'],
  ["a,b", '"a,b"'],
  ['say "hi"', '"say \\"hi\\""'],
  ["C:\\my results\\", '"C:\\my results\\\\"'],
  ["", '""'],
])("on Windows %j is typed as %s", (argument, typed) => {
  expect(shellQuote(argument, "win32")).toBe(typed);
});

test.each([
  ["/usr/local/bin/invisiblebench", {}, "invisiblebench"],
  ["/home/anna/.local/bin/ib", {}, "invisiblebench"],
  ["/srv/app/node_modules/.bin/invisiblebench", {}, "npx invisiblebench"],
  ["/srv/app/bin/invisiblebench.js", { npm_command: "run-script" }, "npx invisiblebench"],
  ["/usr/local/bin/invisiblebench", { npm_command: "exec" }, "npx invisiblebench"],
  ["/srv/app/bin/invisiblebench.js", {}, "node bin/invisiblebench.js"],
  ["/else/my tools/bin/invisiblebench.js", {}, "node '/else/my tools/bin/invisiblebench.js'"],
])("started as %s with %j it is typed again as %s", (file, env, program) => {
  expect(programName({ file, env, cwd: "/srv/app" })).toBe(program);
});
