import { describe, expect, test } from "vitest";
import { jsonError } from "../../src/cli/json-error.ts";
import { BenchError, ExitCode } from "../../src/kernel/errors.ts";
import { runCli } from "./cli.fixture.ts";

class TestError extends BenchError {
  readonly code = "IB_TEST";
  readonly problems = [{ file: "a.json", line: 3, column: 7, message: "odd" }, { file: "b.json" }];
}

describe("an error for a program", () => {
  test("has its code, what happened, what to do in flags, and every place", () => {
    const error = new TestError("It is \u001b[2Jodd.", { hint: "Leave out `maxCostUsd`." });
    expect(jsonError(error, "invisiblebench")).toEqual({
      error: {
        code: "IB_TEST",
        message: "It is odd.",
        hint: "Leave out `--max-cost-usd`.",
        where: [{ file: "a.json", line: 3, column: 7 }, { file: "b.json" }],
        way_on: [],
        exit_code: ExitCode.badInput,
      },
    });
  });

  test("a mistake of ours has a code, too, and no stack", () => {
    const { error } = jsonError(new RangeError("off by one"), "invisiblebench");
    expect(error).toMatchObject({ code: "IB_BUG", message: "off by one", exit_code: ExitCode.bug });
  });
});

describe("with --json stdout is one document, also where a command fails", () => {
  test.each([
    ["an unknown command", ["compar"], "IB_USAGE", "did you mean `compare`"],
    ["two unknown flags", ["list", "checks", "--jsn", "--ot"], "IB_USAGE", "did you mean --json"],
    ["an unknown name", ["show", "IB-A1x"], "IB_UNKNOWN_ID", "IB-A1x"],
  ])("%s", async (_, args, code, words) => {
    const { exitCode, stdout, stderr } = await runCli([...args, "--json"]);
    expect(exitCode).toBe(ExitCode.badInput);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code, exit_code: ExitCode.badInput } });
    expect(stdout).toContain(words);
    expect(stderr).toContain(words);
  });

  test("without it stdout stays empty", async () => {
    expect((await runCli(["show", "IB-A1x"])).stdout).toBe("");
    expect((await runCli(["show", "IB-A1x", "--", "--json"])).stdout).toBe("");
  });
});
