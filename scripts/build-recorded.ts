/**
 * Makes `data/recorded/runs/` and `data/recorded/board/` from the recorded conversations and from readers' answers.
 * Everything is made anew from these two; where answers are missing it says which questions wait, and ends with 3.
 *
 *   node scripts/build-recorded.ts --answers DIR [--work DIR] [--recordings DIR] [--into DIR]
 *   node scripts/build-recorded.ts --board-only [--into DIR]
 */

import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { homedir } from "node:os";
import { basename, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createBench } from "../src/index.ts";
import { hasCode } from "../src/kernel/errors.ts";

import { RunId } from "../src/schema/ids.ts";
import { runDirectory, runDirectoryAt, scanDirectory } from "../src/store/layout.ts";

const root = resolve(import.meta.dirname, "..");
const { values: flags } = parseArgs({
  options: {
    answers: { type: "string", default: join(root, "results/recorded/answers") },
    work: { type: "string", default: join(root, "results/recorded") },
    recordings: { type: "string", default: join(root, "data/recorded") },
    into: { type: "string", default: join(root, "data/recorded") },
    "board-only": { type: "boolean", default: false },
  },
});

/** `replay/<name>` is the name of a recording on boards and pages. */
const RECORDINGS = [
  { run: "language-model", name: "language-model-2026", file: "conversations.jsonl" },
  { run: "badly-prompted", name: "badly-prompted-2026", file: "badly-prompted.jsonl" },
] as const;
const JUDGE = "files/reader";
const EXAMPLE = "Two unnamed recordings, judged by language models through files.";

const work = resolve(flags.work);
const [results, asked, taken] = [join(work, "runs"), join(work, "asked"), join(work, "taken")];
const into = resolve(flags.into);
const [runs, board] = [join(into, "runs"), join(into, "board")];
const bench = createBench({ results });
const answers = readAnswers(resolve(flags.answers));
const used = new Set<string>();

if (flags["board-only"]) await buildBoard(RECORDINGS.map(({ run }) => join(runs, run)));
else await buildAll();

async function buildAll(): Promise<void> {
  for (const folder of [results, asked, taken]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(taken, { recursive: true });
  const scans: string[] = [];
  for (const recording of RECORDINGS) {
    await haveAgain(recording);
    const scan = await scanByAnswers(recording.run);
    if (scan !== null) scans.push(scan);
  }
  const unused = [...answers.keys()].filter((id) => !used.has(id)).length;
  if (unused > 0) console.log(`${unused} answers are to nothing that was asked.`);
  if (scans.length < RECORDINGS.length) {
    console.log(`The questions are in ${asked}; what is answered goes to ${resolve(flags.answers)}.`);
    process.exitCode = 3;
    return;
  }
  rmSync(runs, { recursive: true, force: true });
  const copies = scans.map(copyEvidence);
  for (const copy of copies) {
    const { differences, transcripts, votes } = await bench.verifyScan(copy);
    const [first] = differences;
    if (first !== undefined) throw new Error(`${copy} is not what its answers give: ${first.file}`);
    console.log(`${relative(into, copy)}: verified, ${transcripts} transcripts, ${votes} votes`);
  }
  await buildBoard(copies);
}

/** Runs the recorded replies again through the current harness. Messages and replies must equal the recorded ones. */
async function haveAgain({ run, name, file }: (typeof RECORDINGS)[number]): Promise<void> {
  await bench.import([join(resolve(flags.recordings), file)], { from: "chat-jsonl", runId: name });
  await bench.run({ models: [`replay/${name}`], runId: run });
  const [recorded, had] = [spokenIn(name), spokenIn(run)];
  for (const [conversation, said] of recorded) {
    if (had.get(conversation) !== said)
      throw new Error(`${conversation} of ${file} goes otherwise today: the script or a branch has changed`);
  }
  console.log(`${run}: ${had.size} conversations`);
}

/** Each conversation's messages, with their speakers. */
function spokenIn(run: string): ReadonlyMap<string, string> {
  const { transcripts } = runDirectory(results, RunId.parse(run));
  return new Map(
    globSync("*/*.jsonl", { cwd: transcripts }).map((path) => {
      const [, ...messages] = linesIn(join(transcripts, path)).map((line) => JSON.parse(line));
      return [
        basename(path),
        JSON.stringify(messages.map(({ role, turn, content }) => [role, turn, content])),
      ];
    }),
  );
}

/** The readers' lines by question. */
function readAnswers(folder: string): ReadonlyMap<string, readonly string[]> {
  const lines = globSync("**/*.jsonl", { cwd: folder })
    .sort()
    .flatMap((file) => linesIn(join(folder, file)));
  return Map.groupBy(lines, (line) => String(JSON.parse(line).custom_id));
}

/** The scan's folder; `null` while questions lack answers. A question is asked once its dependencies are answered. */
async function scanByAnswers(run: string): Promise<string | null> {
  for (;;) {
    try {
      const scanned = await bench.scan(run, {
        ...{ profile: "full", judge: JUDGE, requests: asked, answers: taken, cache: false },
      });
      return scanned.directory;
    } catch (error) {
      if (!hasCode(error, "IB_ANSWERS_AWAITED")) throw error;
      if (takeAnswers() > 0) continue;
      console.log(`${run}: ${error.message}`);
      return null;
    }
  }
}

/** Submits the answers to the questions asked so far; returns the number of new ones. */
function takeAnswers(): number {
  const questions = globSync("*.jsonl", { cwd: asked }).flatMap((file) => linesIn(join(asked, file)));
  const fresh = questions
    .map((line) => String(JSON.parse(line).custom_id))
    .filter((id) => answers.has(id) && !used.has(id));
  for (const id of fresh) used.add(id);
  const lines = fresh.flatMap((id) => answers.get(id) ?? []);
  if (lines.length > 0) appendFileSync(join(taken, "answers.jsonl"), `${lines.join("\n")}\n`);
  return fresh.length;
}

/** Copies the evidence of a scan: no pages, which can be recreated, and no files of work in progress. Returns the copy. */
function copyEvidence(scan: string): string {
  const run = runDirectoryAt(resolve(scan, "../.."));
  const { scanPlan, costReport, journal, verdicts, scorerResults, scorecards, ...rest } = scanDirectory(scan);
  const { blindspotRates, summaryJson, summaryMarkdown, seal } = rest;
  const ofScan = [scanPlan, costReport, journal, verdicts, scorerResults, scorecards];
  const derived = [blindspotRates, summaryJson, summaryMarkdown, seal];
  const ofRun = [run.runPlan, run.runManifest, run.journal, run.transcripts];
  for (const path of [...ofRun, ...ofScan, ...derived])
    cpSync(path, join(runs, relative(results, path)), { recursive: true });
  return join(runs, relative(results, scan));
}

async function buildBoard(scans: readonly string[]): Promise<void> {
  rmSync(board, { recursive: true, force: true });
  await bench.board.build(scans, { directory: board, example: EXAMPLE });
  const { problems } = await bench.board.check(board);
  for (const { where, message } of problems) console.error(`${where}: ${message}`);
  if (problems.length > 0) process.exitCode = 1;
  for (const folder of [runs, board]) {
    const files = filesIn(folder);
    refuseMachinePaths(files);
    const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
    console.log(`${relative(into, folder)}: ${files.length} files, ${Math.round(bytes / 1000)} kB`);
  }
}

/** Refuses local paths, which are private and differ between machines. */
function refuseMachinePaths(files: readonly string[]): void {
  const places = [root, work, homedir()].filter((place) => place.length > 1);
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    const place = places.find((each) => text.includes(`${each}/`));
    if (place !== undefined) throw new Error(`${file} names ${place}`);
  }
}

function filesIn(folder: string): readonly string[] {
  return globSync("**/*", { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function linesIn(file: string): readonly string[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");
}
