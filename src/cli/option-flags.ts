/** Turns the library's options into flags: the tables of `src/domain/` list them with their descriptions. */
import {
  abilities,
  amount,
  count,
  countAtLeast,
  isoDate,
  kebab,
  temperature,
  text,
  texts,
} from "./flag-values.ts";

const parsed = <T>(parse: (input: string) => T) => ({ kind: "parsed", parse, optional: true }) as const;

const KINDS = {
  text,
  list: texts,
  count,
  seed: parsed(countAtLeast(0)),
  temperature: parsed(temperature),
  amount: parsed(amount),
  day: parsed(isoDate),
  switch: { kind: "boolean", default: false, withNegated: false },
  /** Given, or absent for the default. */
  wish: { kind: "boolean", optional: true, withNegated: false },
  yesOrNo: { kind: "boolean", optional: true },
  abilities: {
    ...parsed(abilities),
    variadic: true,
    collect: (given: readonly ReturnType<typeof abilities>[]) => Object.fromEntries(given.flat()),
  },
} as const;

interface Row {
  readonly kind: keyof typeof KINDS | "choice";
  readonly about: string;
  readonly flag?: string;
  readonly value?: string;
  readonly values?: readonly string[];
}

type SpecOf<R extends Row> = R extends { readonly values: infer Values }
  ? { readonly kind: "enum"; readonly values: Values; readonly optional: true }
  : (typeof KINDS)[Exclude<R["kind"], "choice">];

type FlagsOf<Rows extends Readonly<Record<string, Row>>> = {
  readonly [Option in keyof Rows as Rows[Option] extends { readonly flag: infer Flag extends string }
    ? Flag
    : Option]: SpecOf<Rows[Option]> & { readonly option: Option; readonly brief: string };
};

/** Makes a flag for each row. The parser knows it by its name; `option` is the option that it sets. */
export function flagsOf<const Rows extends Readonly<Record<string, Row>>>(rows: Rows): FlagsOf<Rows> {
  const asFlag = (_: string, option: string) => `--${kebab(rows[option]?.flag ?? option)}`;
  const flags = Object.entries(rows).map(([option, { kind, about, flag = option, value, values }]) => [
    flag,
    {
      ...(kind === "choice" ? { kind: "enum", values, optional: true } : KINDS[kind]),
      ...(value !== undefined && { placeholder: value }),
      brief: about.replaceAll(/`(\w+)`/g, asFlag),
      option,
    },
  ]);
  return Object.fromEntries(flags) as FlagsOf<Rows>; // each made by its row, as the type says
}
