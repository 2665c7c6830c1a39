/** A command as data: its texts, its flags, one call of the library, and how the result reads. */
import { buildCommand, type Command, numberParser } from "@stricli/core";
import type { Bench } from "../index.ts";
import type { ExitCode } from "../kernel/errors.ts";
import { type CliContext, print, printJson } from "./context.ts";
import { continuable } from "./exit.ts";
import { countAtLeast, isoDate, share } from "./flag-values.ts";
import { type CommonFlags, commonFlags, type QueueFlags, type ResultsFlags } from "./flags.ts";
import { openBench, queueAddress, withoutUndefined } from "./open-bench.ts";
import { inSnakeCase } from "./speak-flags.ts";

type Brief = readonly [placeholder: string, brief: string];

const parsed = <T>(parse: (input: string) => T, [placeholder, brief]: Brief) =>
  ({ kind: "parsed", parse, optional: true, placeholder, brief }) as const;

/** Kinds of flags. All are optional but those of `required`. */
export const flag = {
  text: (...brief: Brief) => parsed(String, brief),
  list: (...brief: Brief) => ({ ...parsed(String, brief), variadic: "," }) as const,
  count: (...brief: Brief) => parsed(countAtLeast(1), brief),
  number: (...brief: Brief) => parsed(numberParser, brief),
  share: (...brief: Brief) => parsed(share, brief),
  day: (brief: string) => parsed(isoDate, ["day", brief]),
  on: (brief: string) => ({ kind: "boolean", default: false, withNegated: false, brief }) as const,
  choice: <const V extends string>(values: readonly V[], brief: string) =>
    ({ kind: "enum", values, brief }) as const,
};

/** The flag must be given. */
export const required = <F extends object>({ optional: _, ...rest }: F & { optional?: true }) => rest;

/** The library's option that the flag sets, where it is not named like the flag. */
export const as = <const Name extends string, F extends object>(option: Name, spec: F) => ({
  ...spec,
  option,
});

interface Arg {
  readonly placeholder: string;
  readonly brief: string;
  readonly parse: (input: string) => string;
  readonly optional?: boolean;
}

export const arg = (placeholder: string, brief: string): Arg => ({ placeholder, brief, parse: String });

/** The argument may be left out. */
export const optional = (given: Arg): Arg => ({ ...given, optional: true });

type FlagSpec = Readonly<Record<string, unknown>> & { readonly kind: string };
type ValueOf<F> = F extends { collect: (given: never) => infer Collected }
  ? Collected
  : F extends { kind: "boolean" }
    ? boolean
    : F extends { values: readonly (infer V)[] }
      ? V
      : F extends { parse: (input: string) => infer T }
        ? F extends { variadic: unknown }
          ? readonly T[]
          : T
        : never;
/** What opens the bench is no option of its work. */
type NameOf<F, Key> = Exclude<
  F extends { option: infer Name extends string } ? Name : Key,
  keyof CommonFlags | "results"
>;
type Given<Flags> = {
  readonly [K in keyof Flags as Flags[K] extends { optional: true } ? NameOf<Flags[K], K> : never]?: ValueOf<
    Flags[K]
  >;
} & {
  readonly [K in keyof Flags as Flags[K] extends { optional: true } ? never : NameOf<Flags[K], K>]: ValueOf<
    Flags[K]
  >;
};

export interface CommandCall<Flags> {
  readonly bench: Bench;
  /** The flags as the library's options, with the signal; those that were not given are absent. */
  readonly options: Given<Flags> & { readonly signal: AbortSignal };
  readonly context: CliContext;
  /** Where the bench looks, as it was typed. */
  readonly where: CommonFlags & ResultsFlags;
}

export interface CommandSpec<Flags, Result> {
  readonly brief: string;
  readonly about?: string;
  readonly examples?: readonly (readonly [input: string, brief: string])[];
  readonly args?: readonly Arg[];
  /** Instead of `args`: one or more of the same kind; or any number, if it is optional. */
  readonly rest?: Arg;
  /** With `commonFlags` among them where those are not to come first. */
  readonly flags?: Flags;
  /** An error that stops it is told with what was spent, and how to go on. */
  readonly isContinuable?: boolean;
  run(call: CommandCall<Flags>, ...args: readonly string[]): Promise<Result>;
  /** For people. Renderers are imported here, so that `--help` does not load them. */
  text(result: Result, call: CommandCall<Flags>): string | Promise<string>;
  /** What --json prints. @default the result, in snake case */
  json?(result: Result): unknown;
  exitCode?(result: Result): ExitCode | undefined;
}

type GivenFlags = CommonFlags & QueueFlags & ResultsFlags;

export function command<const Flags extends Readonly<Record<string, FlagSpec>>, Result>(
  spec: CommandSpec<Flags, Result>,
): Command<CliContext> {
  const { brief, about, examples = [], args = [], rest, flags } = spec;
  const toJson = spec.json ?? inSnakeCase;
  async function func(
    this: CliContext,
    { json: asJson, ...given }: CommonFlags,
    ...words: readonly string[]
  ) {
    const optionValue = (key: string, value: unknown) => {
      const collect = flags?.[key]?.["collect"];
      if (value === undefined) return undefined;
      if (typeof collect === "function") return collect(value);
      return key === "queue" ? queueAddress(this, { queue: String(value) }) : value;
    };
    const named = Object.entries({ ...given, signal: this.signal }).map(([key, value]) => [
      flags?.[key]?.["option"] ?? key,
      optionValue(key, value),
    ]);
    const {
      corpus,
      pack,
      config,
      results: out,
      ...options
    } = withoutUndefined<Record<string, never>>(Object.fromEntries(named));
    const where = withoutUndefined<GivenFlags>({ json: asJson, corpus, pack, config, out });
    const bench = openBench(this, where);
    // Each flag is under the name of its option, as the type says.
    const call = { bench, options, context: this, where } as object as CommandCall<Flags>;
    const result = await spec.run(call, ...words);
    const code = spec.exitCode?.(result);
    if (code !== undefined) this.setExitCode(code);
    if (asJson) printJson(this, toJson(result));
    else print(this, await spec.text(result, call));
  }
  return buildCommand({
    func: (spec.isContinuable ? continuable(func) : func) as never,
    parameters: {
      flags: (flags && "json" in flags ? flags : { ...commonFlags, ...flags }) as never,
      positional: (rest
        ? { kind: "array", minimum: rest.optional ? 0 : 1, parameter: { ...rest, optional: false } }
        : { kind: "tuple", parameters: args }) as never,
    },
    docs: {
      brief,
      ...(about && { fullDescription: about }),
      ...(examples.length > 0 && { customUsage: examples.map(([input, brief]) => ({ input, brief })) }),
    },
  });
}
