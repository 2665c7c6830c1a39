import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Command, RouteMap } from "@stricli/core";
import { parseSync } from "@swc/core";
import { expect, test } from "vitest";
import { createApp } from "../../src/cli/app.ts";
import type { CliContext } from "../../src/cli/context.ts";
import "../../src/cli/app.ts";
import { formatHint } from "../../src/cli/format-hint.ts";
import { createBench } from "../../src/index.ts";
import { BenchError } from "../../src/kernel/errors.ts";
import { ERROR_SAMPLES } from "./error-samples.fixture.ts";

const repository = join(import.meta.dirname, "../..");
const {
  scripts,
  files,
}: { readonly scripts: Readonly<Record<string, string>>; readonly files: readonly string[] } = JSON.parse(
  readFileSync(join(repository, "package.json"), "utf8"),
);

type AnyCommand = Command<CliContext>;

function commandsBelow(target: AnyCommand | RouteMap<CliContext>, route: string): [string, AnyCommand][] {
  if (!("getAllEntries" in target)) return [[route, target]];
  return target
    .getAllEntries()
    .flatMap(({ name, target: below }) =>
      commandsBelow(below, `${route} ${name["convert-camel-to-kebab"]}`.trim()),
    );
}
const COMMANDS: ReadonlyMap<string, AnyCommand> = new Map(
  commandsBelow(createApp("invisiblebench").root, ""),
);
function hasFlag(command: string, flag: string): boolean {
  const name = flag.slice(2).replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.hasOwn(COMMANDS.get(command)?.parameters.flags ?? {}, name);
}

const JUDGING = ["eval", "scan", "calibrate golden", "calibrate attacks"];
/** Commands that may cost money. */
const WORK = [...JUDGING, "run", "calibrate aa", "calibrate drift"];

/**
 * The commands that can end with an error whose hint names flags; each must have all of these flags. With a number: for
 * that sample only.
 */
const RAISED_BY: Readonly<Record<string, readonly string[]>> = {
  IB_ABILITY_PROOF: ["run", "eval", "import"],
  IB_BAD_CEILING: WORK,
  IB_BAD_SITE_ADDRESS: ["gate", "publish"],
  IB_BASELINE_IS_SUBJECT: ["gate"],
  IB_BAD_WORKERS: ["scan", "eval", "verify", "monitor count"],
  IB_BATCH_FOLDER_UNUSABLE: JUDGING,
  IB_BATCH_FOLDERS: JUDGING,
  IB_BATCH_REFUSED: JUDGING,
  IB_BINARY_EXPORT: ["export"],
  IB_CALL_NOT_IN_QUEUE: ["run"],
  IB_CALLS_IN_BATCH: JUDGING,
  IB_CANNOT_LISTEN: ["review serve"],
  IB_CONFIG_CODE: [...COMMANDS.keys()],
  IB_CORPUS_CHANGED: ["evidence", "review export", "review apply"],
  CostCeilingError: WORK,
  IB_DECLINED: WORK,
  IB_EVIDENCE_FOLDER: ["evidence"],
  IB_KEY_ASTRAY: WORK,
  JudgeUnusableError: JUDGING,
  IB_LABEL_OUTSIDE_BATCH: ["review apply"],
  IB_MISSING_SCAN: ["calibrate labels"],
  "IB_MISSING_SCAN 2": ["gate"],
  IB_MISSING_VARIABLES: ["eval", "run"],
  IB_NOT_A_ROUTER: ["eval", "run"],
  IB_NOT_LINTED: ["lint"],
  IB_NOT_SUCH_AN_EXPORT: ["export"],
  IB_PLAN_FOLDER: ["scan", "eval"],
  IB_PLAN_WITHOUT_DRY_RUN: ["scan", "eval"],
  IB_PRODUCT_PLACE: ["eval", "run"],
  IB_UNTOLD_PRODUCT: ["eval", "run"],
  IB_WAYS_WITHOUT_MEANING: ["eval", "run"],
  IB_MIXED_DRAWS: ["calibrate labels"],
  IB_NO_BATCH_SERVICE: JUDGING,
  IB_NO_CONTRAST: ["eval", "run"],
  NoCorpusError: [...COMMANDS.keys()],
  IB_NO_FULL_VOTES: ["scan", "eval"],
  IB_NO_JUDGE: JUDGING,
  IB_NO_KEY: WORK,
  IB_NOTHING_TO_PAIR: ["compare"],
  IB_NO_QUEUE: ["run", "monitor count", "worker", "queue migrate", "queue status"],
  IB_NOBODY_TO_FORGET: ["monitor forget"],
  IB_NO_BASELINE: ["monitor alarm"],
  IB_NO_SUCH_LABEL: ["monitor alarm"],
  IB_NOT_A_SAMPLE: ["monitor count"],
  IB_TOO_MANY_LABELS: ["monitor count"],
  IB_NO_SUCH_KEY: ["monitor count"],
  IB_OTHER_LABELS: ["monitor count"],
  IB_WORKERS_MAY_WRITE: ["monitor count", "monitor forget"],
  IB_NOT_CONFIRMED: ["runs delete"],
  IB_NOT_FOR_QUEUE: ["run"],
  IB_NOT_IN_QUEUE: ["run"],
  IB_NOT_ON_BOARD: ["publish"],
  IB_NOTHING_TO_RESUME: ["eval", "run"],
  IB_PLAN_CHANGED: ["eval", "run"],
  IB_TOO_MANY_BAD_RECORDS: ["import", "monitor count"],
  IB_PORT_TAKEN: ["view", "review serve", "review adjudicate"],
  IB_PROMPT_OUTSIDE: ["eval", "run"],
  IB_RESERVED_RUN_ID: ["eval", "run", "import"],
  IB_REVIEW_EXISTS: ["review export"],
  IB_REVIEW_LOCKED: ["review serve", "review adjudicate"],
  IB_RUN_EXISTS: ["eval", "run"],
  IB_NO_CORE_SCAN: ["contrast"],
  IB_PACK_BESIDE_OWN_CORPUS: ["eval", "run"],
  IB_PACK_NOT_HERE: ["eval", "run", "scan", "report", "explain", "contrast", "verify"],
  IB_ROWS_IN_QUEUE: ["runs delete"],
  IB_RUN_IN_QUEUE: ["run", "scan", "eval"],
  RunLockedError: [...WORK, "runs delete", "review apply", "monitor count", "monitor forget"],
  IB_SHARED_TRANSCRIPT: ["eval", "run"],
  IB_SIMULATED_JUDGE: JUDGING,
  IB_SPENDING_NOT_AGREED: WORK,
  IB_TYPED_PASSWORD: ["run", "worker", "queue migrate", "queue status"],
  IB_THREAD_DIED: ["scan", "eval", "verify", "monitor count"],
  IB_TOO_MANY_MODELS: ["export"],
  IB_TWO_DRAWS: ["review export"],
  IB_UNKNOWN_VERDICT: ["review export"],
  IB_CHOSEN_LABELS: ["calibrate labels"],
  IB_SEVERAL_PACKS: ["calibrate golden"],
  IB_UNKNOWN_PRICE: WORK,
  IB_UNWEIGHED_LABELS: ["calibrate labels"],
};

/** Words in hints besides flags and commands: config keys, and words of a format. */
const OTHER_WORDS = [
  "prices",
  "reply_path",
  "http_harness",
  "<transcript_id>#<mode_id>",
  "adjudicated",
  // A terminal always has an environment, so only library users get this hint.
  "createBench({ environment: process.env })",
];
/** Commands of other tools are not checked here. */
const OTHER_TOOLS = /^(?:inspect|promptfoo) /;

/** References that a terminal user cannot follow; `raisedBy` are the commands that may have printed the text. */
function deadEnds(spoken: string, raisedBy: readonly string[] | undefined): readonly string[] {
  const quoted = Array.from(spoken.matchAll(/`([^`]+)`/g), ([, inside = ""]) => inside);
  const files = spoken.match(/\bdocs\/[\w-]+\.md\b/g) ?? [];
  const bareFlags = spoken.replaceAll(/`[^`]+`/g, "").match(/(?<![\w-])--[a-z][a-z-]*/g) ?? [];
  return [
    ...files.filter((file) => !existsSync(join(repository, file))),
    ...bareFlags.filter((flag) => isDeadFlag(flag, raisedBy)),
    ...quoted.filter((inside) => {
      if (inside.startsWith("invisiblebench ")) return isDeadCommand(inside);
      if (inside.startsWith("--"))
        return (inside.match(/--[a-z-]+/g) ?? []).some((flag) => isDeadFlag(flag, raisedBy));
      const [, script] = /^npm run (\S+)$/.exec(inside) ?? [];
      if (script !== undefined) return !Object.hasOwn(scripts, script);
      return !OTHER_TOOLS.test(inside) && !COMMANDS.has(inside) && !OTHER_WORDS.includes(inside);
    }),
  ];
}

function isDeadFlag(flag: string, raisedBy: readonly string[] | undefined): boolean {
  return raisedBy === undefined || !raisedBy.every((command) => hasFlag(command, flag));
}

function isDeadCommand(line: string): boolean {
  const words = line.split(" ").slice(1);
  const route = [words.slice(0, 2).join(" "), words[0] ?? ""].find((name) => COMMANDS.has(name));
  if (route === undefined) return true;
  const rest = words.slice(route.split(" ").length);
  const flags = rest.filter((word) => word.startsWith("--"));
  return (
    flags.some((flag) => !hasFlag(route, flag)) ||
    rest.some((word) => /[{}[\]()]/.test(word)) ||
    (route === "list" && !rest.every((word) => word.startsWith("--") || LISTED.test(word)))
  );
}
const LISTED = /^(?:scenarios|checks|tags|lexicons|rules|runs|models)$/;

const classes = globSync("src/**/*.ts", { cwd: repository, exclude: ["**/*.test.ts", "**/*.contract.ts"] })
  .map((file) => ({ file, text: readFileSync(join(repository, file), "utf8") }))
  .flatMap(({ file, text }) =>
    Array.from(
      text.matchAll(
        /^(?:export class (?=\w+ extends (?:BenchError|ModelUnavailableError)\b)| {2,4}(?=IB_\w+: ))(\w+)/gm,
      ),
      ([, name = ""]) => ({ file, name, room: basename(dirname(file)) }),
    ),
  );

test("a dead flag, command, file and word are told from ones there are", () => {
  expect(deadEnds("Use `--resume`, or `--take-over`.", ["scan"])).toEqual(["--resume"]);
  expect(deadEnds("--yes, and --moon.", ["scan", "eval"])).toEqual(["--moon"]);
  expect(deadEnds("`invisiblebench list moons`, `invisiblebench evaluate`", undefined)).toHaveLength(2);
  expect(deadEnds("`invisiblebench scan RUN --resume a`; docs/moon.md; `moon`", undefined)).toHaveLength(3);
  expect(deadEnds("`invisiblebench review export SCAN`, docs/gate.md, `npm run build:web`", [])).toEqual([]);
});

test("there is a sample of every error, and an error is made from each", async () => {
  expect(classes.length).toBeGreaterThan(100);
  const named = Object.entries(ERROR_SAMPLES).flatMap(([room, samples]) =>
    Object.keys(samples).map((name) => `src/${room}/errors.ts ${name}`),
  );
  expect(named.toSorted()).toEqual(classes.map(({ file, name }) => `${file} ${name}`).toSorted());
});

const SAMPLES: ReadonlyMap<string, ReadonlyMap<string, readonly unknown[]>> = new Map(
  Object.entries(ERROR_SAMPLES).map(([room, samples]) => [room, new Map(Object.entries(samples))]),
);

test.each(classes)("what $name says to do can be done", async ({ file, name, room }) => {
  const exported: Readonly<Record<string, unknown>> = await import(join(repository, file));
  const made = [exported, ...Object.values(exported)]
    .flatMap((table) => (typeof table === "object" && table !== null ? Object.entries(table) : []))
    .find(([key]) => key === name)?.[1];
  if (typeof made !== "function") throw new Error(`${name} is no error`);
  const samples = SAMPLES.get(room)?.get(name) ?? [];
  expect(samples.length).toBeGreaterThan(0);
  for (const [index, sample] of samples.entries()) {
    const args = Array.isArray(sample) ? sample : [];
    const error: unknown = name.startsWith("IB_") ? made(...args) : Reflect.construct(made, args);
    if (!(error instanceof BenchError)) throw new Error(`${name} is no BenchError`);
    const hint = formatHint(error.hint ?? "", "invisiblebench");
    expect(deadEnds(hint, RAISED_BY[`${name} ${index}`] ?? RAISED_BY[name]), hint).toEqual([]);
    // Only hints are put into the words of a terminal.
    expect(formatHint(error.message, "invisiblebench")).toBe(error.message);
    expect(deadEnds(error.message, [])).toEqual([]);
    for (const method of methodsIn(error.hint ?? "")) expect(isOnBench(method), method).toBe(true);
  }
});

function methodsIn(text: string): readonly string[] {
  return Array.from(text.matchAll(/`bench\.([a-zA-Z.]+)\(/g), ([, method = ""]) => method);
}

function isOnBench(method: string): boolean {
  const found = method
    .split(".")
    .reduce<unknown>(
      (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
      createBench(),
    );
  return typeof found === "function";
}

test("a method that any text of the library names is there, and so is the command it becomes", () => {
  const texts = globSync("src/**/*.ts", { cwd: repository })
    .filter((file) => !/\.(?:test|fixture|contract)\.ts$|^src[\\/]cli[\\/]/.test(file))
    .flatMap((file) => textsOf(readFileSync(join(repository, file), "utf8")))
    .flatMap((text) => text.match(/`bench\.[a-zA-Z.]+\([^`]*\)`/g) ?? []);
  expect(new Set(texts).size).toBeGreaterThan(8);
  expect(texts.filter((text) => !methodsIn(text).every(isOnBench))).toEqual([]);
  expect(texts.flatMap((text) => deadEnds(formatHint(text, "invisiblebench"), undefined))).toEqual([]);
});

/** The texts of a program, without its comments. */
function textsOf(program: string): readonly string[] {
  const texts: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    else if (typeof node === "object" && node !== null) {
      if ("type" in node && node.type === "StringLiteral" && "value" in node) texts.push(String(node.value));
      if ("type" in node && node.type === "TemplateElement" && "raw" in node)
        texts.push(String(node.raw).replaceAll("\\`", "`"));
      Object.values(node).forEach(visit);
    }
  };
  visit(parseSync(program, { syntax: "typescript" }));
  return texts;
}

// Decisions are for readers of the source.
test("every page of docs/ that the source points to is in the package", () => {
  const packed = new Set(globSync([...files], { cwd: repository }).map((path) => path.replaceAll("\\", "/")));
  const named = globSync("src/**/*.ts", { cwd: repository }).flatMap((file) =>
    Array.from(
      readFileSync(join(repository, file), "utf8").matchAll(/\bdocs\/[\w-]+\.md\b/g),
      ([page]) => page,
    ),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((page) => !packed.has(page))).toEqual([]);
});
