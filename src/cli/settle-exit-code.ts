import { ExitCode as ParserExitCode } from "@stricli/core";
import { ExitCode } from "../kernel/exit-code.ts";

/** The parser has negative codes of its own; ours are a contract. */
export function settleExitCode(code: number | string | null | undefined): number {
  switch (code) {
    case ParserExitCode.InvalidArgument:
    case ParserExitCode.UnknownCommand:
      return ExitCode.badInput;
    default: {
      const number = Number(code ?? ExitCode.done);
      return number < 0 ? ExitCode.bug : number;
    }
  }
}
