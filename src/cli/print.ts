import { stripTerminal } from "../report/strip-terminal.ts";
import type { BenchContext } from "./context.ts";

/** Results go to stdout. Text of models and scenarios may hold terminal escapes: none gets through. */
export function print(context: BenchContext, text: string): void {
  context.process.stdout.write(`${stripTerminal(text)}\n`);
}

/** One JSON document, which escapes control characters itself. */
export function printJson(context: BenchContext, value: unknown): void {
  context.process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
