/** Errors as tables by permanent code. Not in errors.ts, which the page uses: stack traces are specific to Node. */
import { BenchError, type BenchErrorOptions, ExitCode } from "./errors.ts";

/** The message, then the hint or all options. */
type ErrorText = readonly [
  message: string,
  rest?: string | (BenchErrorOptions & { readonly exitCode?: ExitCode }),
];
type ErrorTable = Readonly<Record<`IB_${string}`, (...args: never[]) => ErrorText>>;
type Makers<Table, Base> = {
  readonly [Code in keyof Table]: Table[Code] extends (...args: infer Args) => unknown
    ? (...args: Args) => Base
    : never;
};
type BaseClass<Base> = abstract new (message: string, options?: BenchErrorOptions) => Base;

/**
 * Makers of errors by permanent code. The comment of an entry is its line in docs/errors.md.
 * An error with fields of its own is a class.
 */
export function defineErrors<Table extends ErrorTable>(table: Table): Makers<Table, BenchError>;
export function defineErrors<Table extends ErrorTable, Base extends BenchError>(
  table: Table,
  base: BaseClass<Base>,
): Makers<Table, Base>;
export function defineErrors(table: ErrorTable, base: BaseClass<BenchError> = BenchError) {
  const CodedError = class extends base {
    declare readonly code: `IB_${string}`;
  };
  const makers = Object.entries(table).map(([code, textOf]) => {
    const make = (...args: never[]) => {
      const [message, rest = {}] = textOf(...args);
      const { exitCode = ExitCode.badInput, ...options } = typeof rest === "string" ? { hint: rest } : rest;
      const error = Object.assign(new CodedError(message, options), { code, name: code, exitCode });
      Error.captureStackTrace(error, make);
      return error;
    };
    return [code, make];
  });
  return Object.fromEntries(makers);
}
