/** A command as data: its texts, its flags, one call of the library, and the text of its result. */
import { buildCommand, type Command, numberParser } from "@stricli/core";
import type { Bench } from "../index.ts";
import { defined } from "../kernel/defined.ts";
import type { ExitCode } from "../kernel/errors.ts";
import { type CliContext, print, printJson } from "./context.ts";
import { countAtLeast, isoDate, share } from "./flag-values.ts";
import { type CommonFlags, commonFlags, type ResultsFlags } from "./flags.ts";
import { inSnakeCase } from "./format-hint.ts";
import { openBench, queueAddress } from "./open-bench.ts";

type Brief = readonly [placeholder: string, brief: string];

const parsed = <T>(parse: (input: string) => T, [placeholder, brief]: Brief) =>
  ({ kind: "parsed", parse, optional: true, placeholder, brief }) as const;

/** Kinds of flags. All but switches are optional, unless `required` says otherwise. */
export const flag = {
  parsed: <T>(parse: (input: string) => T, ...brief: Brief) => parsed(parse, brief),
  text: (...brief: Brief) => parsed(String, brief),
  list: (...brief: Brief) => ({ ...parsed(String, brief), variadic: "," }) as const,
  count: (...brief: Brief) => parsed(countAtLeast(1), brief),
  number: (...brief: Brief) => parsed(numberParser, brief),
  share: (...brief: Brief) => parsed(share, brief),
  day: (brief: string) => parsed(isoDate, ["day", brief]),
  on: (brief: string) => ({ kind: "boolean", default: false, withNegated: false, brief }) as const,
  choice: <const V extends string>(values: readonly V[], brief: string) =>
    ({ kind: "enum", values, optional: true, brief }) as const,
};

/** The flag must be given, or has a default. */
export const required = <F extends object>({ optional: _, ...rest }: F & { optional?: true }) => rest;

/** The library's option that the flag sets, if its name differs from the flag's. */
export const as = <const Name extends string, F extends object>(option: Name, spec: F) => ({
  ...spec,
  option,
});

interface Arg {
  readonly placeholder: string;
  readonly brief: string;
  readonly parse: (input: string) => unknown;
  readonly optional?: true;
  readonly default?: string;
}

export const arg = (placeholder: string, brief: string) => ({ placeholder, brief, parse: String });

/** The argument may be left out. */
export const optional = <A extends Arg>(given: A) => ({ ...given, optional: true }) as const;

export const scanArg = arg("scan", "A scan's directory, or a run with one scan");

/** `--json` prints the result with its own keys. */
export const asIs = <T>(result: T): T => result;

type WordOf<A> = A extends { parse: (input: string) => infer T }
  ? A extends { optional: true }
    ? T | undefined
    : T
  : never;
type WordsOf<Args> = { [I in keyof Args]: WordOf<Args[I]> };

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
/** Excludes options that open the bench, since they are not options of its work. */
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
  /** The flags as the library's options, with the signal; flags that were not given are absent. */
  readonly options: Given<Flags> & { readonly signal: AbortSignal };
  readonly context: CliContext;
  /** Folders of the bench as typed, and whether standard output is one JSON document. */
  readonly where: CommonFlags & ResultsFlags;
}

type Work<Args extends unknown[]> = (this: CliContext, ...args: Args) => Promise<void>;

export interface CommandSpec<Flags, Result, Args extends readonly unknown[]> {
  readonly brief: string;
  readonly about?: string;
  readonly examples?: readonly (readonly [input: string, brief: string])[];
  readonly args?: Args;
  /** Replaces `args`: one or more of the same kind, or as many as it says; any number, if it is optional. */
  readonly rest?: ReturnType<typeof arg> & { readonly optional?: true; readonly minimum?: number };
  /** Includes `commonFlags` if they should not come first. */
  readonly flags?: Flags;
  /** Wraps the work, such as `continuable`. */
  readonly within?: <A extends unknown[]>(work: Work<A>) => Work<A>;
  run(call: CommandCall<Flags>, ...words: WordsOf<Args>): Promise<Result>;
  /** Text for people; undefined prints nothing. Renderers are imported here, so that `--help` does not load them. */
  text?(result: Result, call: CommandCall<Flags>): string | undefined | Promise<string | undefined>;
  /** Output of --json; undefined prints nothing. @default the result, in snake case */
  json?(result: Result, call: CommandCall<Flags>): unknown;
  exitCode?(result: Result, call: CommandCall<Flags>): ExitCode | undefined;
  /** Waits after printing: a server waits for Ctrl-C. */
  until?(result: Result, call: CommandCall<Flags>): Promise<void>;
}

export function command<
  const Flags extends Readonly<Record<string, FlagSpec>>,
  Result,
  const Args extends readonly Arg[] = readonly ReturnType<typeof arg>[],
>(spec: CommandSpec<Flags, Result, Args>): Command<CliContext> {
  const { brief, about, examples, args = [], rest, flags, json = inSnakeCase } = spec;
  async function func(
    this: CliContext,
    { json: isJson, ...given }: CommonFlags,
    ...typed: readonly unknown[]
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
    } = defined<Record<string, never>>(Object.fromEntries(named));
    const where = defined({ json: isJson, corpus, pack, config, out });
    const bench = openBench(this, where);
    // Flags have the names of their options, and words are parsed, as the types say.
    const call = { bench, options, context: this, where } as object as CommandCall<Flags>;
    const result = await spec.run(call, ...(typed as WordsOf<Args>));
    const code = spec.exitCode?.(result, call);
    if (code !== undefined) this.setExitCode(code);
    const document = isJson ? json(result, call) : undefined;
    const words = isJson ? undefined : await spec.text?.(result, call);
    if (document !== undefined) printJson(this, document);
    if (words !== undefined) print(this, words);
    await spec.until?.(result, call);
  }
  return buildCommand({
    func: (spec.within?.(func) ?? func) as never,
    parameters: {
      flags: (flags && "json" in flags ? flags : { ...commonFlags, ...flags }) as never,
      positional: (rest
        ? {
            kind: "array",
            minimum: rest.minimum ?? (rest.optional ? 0 : 1),
            parameter: { ...rest, optional: false },
          }
        : { kind: "tuple", parameters: args }) as never,
    },
    docs: {
      brief,
      ...(about && { fullDescription: about }),
      ...(examples && { customUsage: examples.map(([input, brief]) => ({ input, brief })) }),
    },
  });
}
