import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
// Declares the flags of its commands.
import "./app.ts";
import { inSnakeCase, formatHint as speakFlagsOf } from "./format-hint.ts";

const formatHint = (hint: string) => speakFlagsOf(hint, "invisiblebench");
const source = join(import.meta.dirname, "..");

test.each([
  [
    "Continue with `resume` and a higher `maxCostUsd`.",
    "Continue with `--resume` and a higher `--max-cost-usd`.",
  ],
  ['Continue it with `resume: "a-run"`.', "Continue it with `--resume a-run`."],
  ['Scan with `profile: "full", repetitions: 3`.', "Scan with `--profile full --repetitions 3`."],
  ['Select `scenarios: ["safety_*"]`.', "Select `--scenario 'safety_*'`."],
  ["Name a `file`, or `results`.", "Name a `--out`, or `--out`."],
  ['See `bench.list("runs")`.', "See `invisiblebench list runs`."],
  ['See `bench.list("checks"|"rules")`.', "See `invisiblebench list checks|rules`."],
  ["Make it with `bench.board.build(scans)`.", "Make it with `invisiblebench leaderboard build SCANS`."],
  ['Have the rest with `bench.run({ resume: "a" })`.', "Have the rest with `invisiblebench run --resume a`."],
  ["Or again: `bench.run({ resume: run })`.", "Or again: `invisiblebench run --resume RUN`."],
  [
    'A third decides: `bench.review.serve(batch, { mode: "adjudicate" })`.',
    "A third decides: `invisiblebench review adjudicate BATCH`.",
  ],
  [
    'See the verdicts: `bench.find("a", { checks: ["IB-A1","IB-A2"] })`.',
    "See the verdicts: `invisiblebench find a --check IB-A1,IB-A2`.",
  ],
  ["`bench.view()` shows it.", "`invisiblebench view` shows it."],
  [
    '`createBench({ packs: ["./our pack"] }).lint()` says more.',
    "`invisiblebench lint --pack './our pack'` says more.",
  ],
  [
    '`createBench({ packs: ["/a, b/o\'x/p (1)"] }).lint()` says more.',
    "`invisiblebench lint --pack '/a, b/o'\\''x/p (1)'` says more.",
  ],
  [
    '`bench.scan(["sp$HOME", "b"], { deidentify: false, rubric: true })` goes on.',
    "`invisiblebench scan 'sp$HOME' b --no-deidentify --rubric` goes on.",
  ],
])("%s becomes %s", (hint, spoken) => {
  expect(formatHint(hint)).toBe(spoken);
});

test.each([
  "Add it under `prices`.",
  "Build it with `npm run build:web`.",
  "Open it with `createBench({ unheard: true }).lint()`.",
  "an item is `<transcript_id>#<mode_id>`",
])("%s stays as it is", (hint) => {
  expect(formatHint(hint)).toBe(hint);
});

test("every option and method that an error names in backticks has a flag or a command", () => {
  const hints = globSync("**/errors.ts", { cwd: source })
    .filter((file) => !file.startsWith("cli"))
    .flatMap((file) =>
      Array.from(readFileSync(join(source, file), "utf8").matchAll(/\\?`([a-zA-Z]+(?:[A-Z:.(][^`]*)?)\\?`/g)),
    )
    .map(([, text = ""]) => text.replaceAll("\\", ""));
  const known = hints.filter((text) => /^[a-z]+[A-Z]|^bench\.|: /.test(text) && !text.includes("${"));
  expect(known).toContain("maxCostUsd");
  // A terminal always has an environment: only a library caller has to pass one.
  const ofLibrary = "createBench({ environment: process.env })";
  const unspoken = known.filter((text) => formatHint(`\`${text}\``) === `\`${text}\``);
  expect(unspoken.filter((text) => text !== ofLibrary)).toEqual([]);
});

test("a result is printed in snake case, whatever it holds, and names that are keys stay as they are", () => {
  const result = { leftOut: 1, byKind: { clear_fail: { falseAlarms: [null, { cardId: "IB-A1-001" }] } } };
  expect(inSnakeCase({ ...result, "acme/gptMini": 1, "IB-A1": 2 })).toEqual({
    left_out: 1,
    by_kind: { clear_fail: { false_alarms: [null, { card_id: "IB-A1-001" }] } },
    "acme/gptMini": 1,
    "IB-A1": 2,
  });
});
