/** A command as data: its texts, its flags, one call of the library, and how the result reads. */
import { buildCommand, type Command, numberParser } from "@stricli/core";
import type { Bench } from "../index.ts";
import type { ExitCode } from "../kernel/errors.ts";
import { type CliContext, print, printJson } from "./context.ts";
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

export const arg = (placeholder: string, brief: string) => ({ placeholder, brief, parse: String });

type FlagSpec = Readonly<Record<string, unknown>> & { readonly kind: string };
type ValueOf<F> = F extends { kind: "boolean" }
  ? boolean
  : F extends { values: readonly (infer V)[] }
    ? V
    : F extends { parse: (input: string) => infer T }
      ? F extends { variadic: unknown }
        ? readonly T[]
        : T
      : never;
type NameOf<F, Key> = F extends { option: infer Name extends string } ? Name : Key;
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
}

export interface CommandSpec<Flags, Result> {
  readonly brief: string;
  readonly about?: string;
  readonly examples?: readonly (readonly [input: string, brief: string])[];
  readonly args?: readonly ReturnType<typeof arg>[];
  /** Instead of `args`: one or more of the same kind. */
  readonly rest?: ReturnType<typeof arg>;
  readonly flags?: Flags;
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
    const named = Object.entries({ ...given, signal: this.signal }).map(([key, value]) => [
      flags?.[key]?.["option"] ?? key,
      key === "queue" && value !== undefined ? queueAddress(this, { queue: String(value) }) : value,
    ]);
    const {
      corpus,
      pack,
      config,
      results: out,
      ...options
    } = withoutUndefined<Record<string, never>>(Object.fromEntries(named));
    const bench = openBench(this, withoutUndefined<GivenFlags>({ json: asJson, corpus, pack, config, out }));
    // Each flag is under the name of its option, as the type says.
    const call = { bench, options, context: this } as object as CommandCall<Flags>;
    const result = await spec.run(call, ...words);
    const code = spec.exitCode?.(result);
    if (code !== undefined) this.setExitCode(code);
    if (asJson) printJson(this, toJson(result));
    else print(this, await spec.text(result, call));
  }
  return buildCommand({
    func: func as never,
    parameters: {
      flags: { ...commonFlags, ...flags } as never,
      positional: (rest
        ? { kind: "array", minimum: 1, parameter: rest }
        : { kind: "tuple", parameters: args }) as never,
    },
    docs: {
      brief,
      ...(about && { fullDescription: about }),
      customUsage: examples.map(([input, brief]) => ({ input, brief })),
    },
  });
}
