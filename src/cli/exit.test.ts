import { ExitCode as ParserExitCode } from "@stricli/core";
import { describe, expect, test } from "vitest";
import { BenchError, ExitCode } from "../kernel/errors.ts";
import { CostCeilingError } from "../providers/errors.ts";
import type { CliContext } from "./context.ts";
import { cliErrors } from "./errors.ts";
import { continuable, exitCodeFor, formatError as formatErrorFor, settleExitCode } from "./exit.ts";

const formatError = (error: unknown) => formatErrorFor(error, "invisiblebench");

describe("format error", () => {
  class TestError extends BenchError {
    readonly code = "IB_TEST";
  }

  test("a mistake of the user shows its code, what happened and what to do, and no stack", () => {
    const error = new TestError("It is not there.", { hint: "Look elsewhere." });
    expect(formatError(error)).toBe("IB_TEST: It is not there.\n  Look elsewhere.");
    expect(formatError(new TestError("It is not there."))).toBe("IB_TEST: It is not there.");
    expect(exitCodeFor(error)).toBe(ExitCode.badInput);
  });

  test("a mistake of ours shows its stack and asks for a report", () => {
    const bug = new RangeError("off by one");
    expect(formatError(bug)).toContain("please report it");
    expect(formatError(bug)).toContain("RangeError: off by one\n    at ");
    expect(exitCodeFor(bug)).toBe(ExitCode.bug);
  });

  test("names that come from files and models cannot drive the terminal", () => {
    expect(formatError(new TestError("No \u001b[2Jscenario"))).toBe("IB_TEST: No scenario");
    expect(formatError(new Error("\u001b]0;title\u0007oops"))).not.toContain("\u001b");
  });

  test("work that can go on ends with the command to type, and only such work", async () => {
    class DownError extends BenchError {
      readonly code = "IB_PROVIDER_DOWN";
    }
    const said = async (error: BenchError, args: readonly string[], isBegun = true) => {
      const command = isBegun ? ["invisiblebench", ...args].join(" ") : undefined;
      const known = { args, resumeCommand: () => command, spentSoFar: () => null };
      const context = known as unknown as CliContext; // what it looks at
      await expect(continuable(() => Promise.reject(error)).call(context)).rejects.toBe(error);
      return formatError(error).split("\n").at(-1);
    };
    const kept = { hint: "It is kept.", canContinue: true };
    const scan = ["scan", "a"];
    expect(await said(new TestError("It stopped.", kept), scan)).toBe("  Continue: invisiblebench scan a");
    expect(await said(new TestError("It stopped.", { hint: "Too bad." }), scan)).toBe("  Too bad.");
    expect(await said(new TestError("It stopped.", kept), scan, false)).toBe("  It is kept.");
    // Judging does not retry failed calls by default.
    const down = () => new DownError("It is down.", kept);
    expect(await said(down(), scan)).toBe("  Continue: invisiblebench scan a --retry-lost");
    expect(await said(down(), ["run", "--resume", "a"])).toBe("  Continue: invisiblebench run --resume a");
  });

  test.for([
    ["the rest of the plan is enough, beside what the next call sets aside", 0.14, "0.15"],
    ["an estimate that was passed says nothing, and the ceiling is doubled", 0.01, "0.1"],
  ] as const)("a ceiling is raised so that %s", async ([, expectedUsd, usd]) => {
    const error = new CostCeilingError({ ceilingUsd: 0.05, spentUsd: 0.049, nextUsd: 0.004 });
    const known = {
      args: ["scan", "a"],
      resumeCommand: () => "invisiblebench scan a --max-cost-usd 0.05 --yes",
      spentSoFar: () => null,
      expectedUsd: () => expectedUsd,
    };
    const context = known as unknown as CliContext; // what it looks at
    await expect(continuable(() => Promise.reject(error)).call(context)).rejects.toBe(error);
    expect(formatError(error)).toContain(`Continue: invisiblebench scan a --yes --max-cost-usd ${usd}`);
  });

  test("whatever stops paid work, what it cost is said", async () => {
    const context = { args: [], resumeCommand: () => undefined, spentSoFar: () => "Spent $0.17: 36 calls." };
    const error = new TestError("It stopped.");
    const stopped = continuable(() => Promise.reject(error)).call(context as unknown as CliContext);
    await expect(stopped).rejects.toBe(error);
    expect(formatError(error)).toBe("IB_TEST: It stopped.\n  Spent $0.17: 36 calls.");
  });

  test("an interruption is exit code 130 and names the way on, if there is one", () => {
    expect(exitCodeFor(cliErrors.IB_INTERRUPTED(undefined))).toBe(130);
    expect(formatError(cliErrors.IB_INTERRUPTED(undefined))).toBe("IB_INTERRUPTED: Interrupted.");
    expect(formatError(cliErrors.IB_INTERRUPTED("invisiblebench eval --resume a"))).toContain(
      "Continue with `invisiblebench eval --resume a`.",
    );
  });
});

describe("settle exit code", () => {
  test("the parser's complaints are bad usage, and its own failures are bugs", () => {
    expect(settleExitCode(ParserExitCode.InvalidArgument)).toBe(2);
    expect(settleExitCode(ParserExitCode.UnknownCommand)).toBe(2);
    expect(settleExitCode(ParserExitCode.InternalError)).toBe(70);
    expect(settleExitCode(ParserExitCode.CommandLoadError)).toBe(70);
  });

  test("every code of ours passes through, and none given is success", () => {
    for (const code of [0, 1, 2, 3, 4, 70, 100, 130]) expect(settleExitCode(code)).toBe(code);
    expect(settleExitCode(undefined)).toBe(0);
    expect(settleExitCode("3")).toBe(3);
  });
});
