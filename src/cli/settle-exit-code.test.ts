import { ExitCode as ParserExitCode } from "@stricli/core";
import { expect, test } from "vitest";
import { settleExitCode } from "./settle-exit-code.ts";

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
