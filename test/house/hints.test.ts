import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Command, RouteMap } from "@stricli/core";
import { parseSync } from "@swc/core";
import { expect, test } from "vitest";
import { createApp } from "../../src/cli/app.ts";
import type { CliContext } from "../../src/cli/context.ts";
import { speakFlags } from "../../src/cli/speak-flags.ts";
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
/** What may cost something. */
const WORK = [...JUDGING, "run", "calibrate aa", "calibrate drift"];

/** The commands that can end with an error whose hint names flags: they must have every one of them. With a number: of that sample. */
const RAISED_BY: Readonly<Record<string, readonly string[]>> = {
  BadCeilingError: WORK,
  BadSiteAddressError: ["gate", "publish"],
  BaselineIsSubjectError: ["gate"],
  BadWorkersError: ["scan", "eval", "verify", "monitor count"],
  BatchFolderUnusableError: JUDGING,
  BatchFoldersError: JUDGING,
  BatchRefusedError: JUDGING,
  BinaryExportError: ["export"],
  CallNotInQueueError: ["run"],
  CallsInBatchError: JUDGING,
  CannotListenError: ["review serve"],
  ConfigCodeError: [...COMMANDS.keys()],
  CorpusChangedError: ["evidence", "review export", "review apply"],
  CostCeilingError: WORK,
  DeclinedError: WORK,
  EvidenceFolderError: ["evidence"],
  KeyAstrayError: WORK,
  JudgeUnusableError: JUDGING,
  LabelOutsideBatchError: ["review apply"],
  MissingScanError: ["calibrate labels"],
  "MissingScanError 2": ["gate"],
  MissingVariablesError: ["eval", "run"],
  NotARouterError: ["eval", "run"],
  NotLintedError: ["lint"],
  NotSuchAnExportError: ["export"],
  PlanFolderError: ["scan", "eval"],
  PlanWithoutDryRunError: ["scan", "eval"],
  ProductPlaceError: ["eval", "run"],
  UntoldProductError: ["eval", "run"],
  WaysWithoutMeaningError: ["eval", "run"],
  MixedDrawsError: ["calibrate labels"],
  NoBatchServiceError: JUDGING,
  NoContrastError: ["eval", "run"],
  NoCorpusError: [...COMMANDS.keys()],
  NoFullVotesError: ["scan", "eval"],
  NoJudgeError: JUDGING,
  NoKeyError: WORK,
  NothingToPairError: ["compare"],
  NoQueueError: ["run", "monitor count", "worker", "queue migrate", "queue status"],
  NobodyToForgetError: ["monitor forget"],
  NoBaselineError: ["monitor alarm"],
  NoSuchLabelError: ["monitor alarm"],
  NotASampleError: ["monitor count"],
  TooManyLabelsError: ["monitor count"],
  NoSuchKeyError: ["monitor count"],
  OtherLabelsError: ["monitor count"],
  WorkersMayWriteError: ["monitor count", "monitor forget"],
  NotConfirmedError: ["runs delete"],
  NotForQueueError: ["run"],
  NotInQueueError: ["run"],
  NotOnBoardError: ["publish"],
  NothingToResumeError: ["eval", "run"],
  PlanChangedError: ["eval", "run"],
  TooManyBadRecordsError: ["import", "monitor count"],
  PortTakenError: ["view", "review serve", "review adjudicate"],
  PromptOutsideError: ["eval", "run"],
  ReservedRunIdError: ["eval", "run", "import"],
  ReviewExistsError: ["review export"],
  ReviewLockedError: ["review serve", "review adjudicate"],
  RunExistsError: ["eval", "run"],
  NoCoreScanError: ["contrast"],
  PackBesideOwnCorpusError: ["eval", "run"],
  PackNotHereError: ["eval", "run", "scan", "report", "explain", "contrast", "verify"],
  RowsInQueueError: ["runs delete", "runs redact"],
  RunInQueueError: ["run", "scan", "eval"],
  RunLockedError: [...WORK, "runs delete", "runs redact", "review apply", "monitor count", "monitor forget"],
  SharedTranscriptError: ["eval", "run"],
  SimulatedJudgeError: JUDGING,
  SpendingNotAgreedError: WORK,
  TypedPasswordError: ["run", "worker", "queue migrate", "queue status"],
  ThreadDiedError: ["scan", "eval", "verify", "monitor count"],
  TooManyModelsError: ["export"],
  TwoDrawsError: ["review export"],
  UnknownVerdictError: ["review export"],
  ChosenLabelsError: ["calibrate labels"],
  SeveralPacksError: ["calibrate golden"],
  UnknownPriceError: WORK,
  UnweighedLabelsError: ["calibrate labels"],
};

/** What hints name besides flags and commands: keys of the config, and words of a format. */
const OTHER_WORDS = [
  "prices",
  "reply_path",
  "http_harness",
  "<transcript_id>#<mode_id>",
  "adjudicated",
  // A terminal always has an environment: only a library is told so.
  "createBench({ environment: process.env })",
];
/** Their commands are theirs to check. */
const OTHER_TOOLS = /^(?:inspect|promptfoo) /;

/** What cannot be followed in a text that a person reads at a terminal; `raisedBy` is who may have printed it. */
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
      text.matchAll(/^export class (\w+) extends (?:BenchError|ModelUnavailableError)\b/gm),
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
  const made = exported[name];
  if (typeof made !== "function") throw new Error(`${name} is no class`);
  const samples = SAMPLES.get(room)?.get(name) ?? [];
  expect(samples.length).toBeGreaterThan(0);
  for (const [index, sample] of samples.entries()) {
    const error: unknown = Reflect.construct(made, Array.isArray(sample) ? sample : []);
    if (!(error instanceof BenchError)) throw new Error(`${name} is no BenchError`);
    const hint = speakFlags(error.hint ?? "", "invisiblebench");
    expect(deadEnds(hint, RAISED_BY[`${name} ${index}`] ?? RAISED_BY[name]), hint).toEqual([]);
    // Only hints are put into the words of a terminal.
    expect(speakFlags(error.message, "invisiblebench")).toBe(error.message);
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
  expect(texts.flatMap((text) => deadEnds(speakFlags(text, "invisiblebench"), undefined))).toEqual([]);
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

// Decisions are for those who have the source.
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
