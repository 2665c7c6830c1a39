/**
 * Makes `data/recorded/runs/` and `data/recorded/board/` from the recorded conversations and from readers' answers.
 * Everything is made anew from these two; where answers are missing it says which questions wait, and ends with 3.
 *
 *   node scripts/build-recorded.ts --answers DIR [--work DIR] [--recordings DIR] [--into DIR]
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
import { type Bench, createBench } from "../src/index.ts";
import { AnswersAwaitedError } from "../src/providers/errors.ts";
import { RunId } from "../src/schema/ids.ts";
import { runDirectory, runDirectoryAt, scanDirectory } from "../src/store/layout.ts";

const root = resolve(import.meta.dirname, "..");
const { values: flags } = parseArgs({
  options: {
    answers: { type: "string", default: join(root, "results/recorded/answers") },
    work: { type: "string", default: join(root, "results/recorded") },
    recordings: { type: "string", default: join(root, "data/recorded") },
    into: { type: "string", default: join(root, "data/recorded") },
  },
});

/** `replay/<name>` is what a recording is called on boards and pages. */
const RECORDINGS = [
  { run: "language-model", name: "language-model-2026", file: "conversations.jsonl" },
  { run: "badly-prompted", name: "badly-prompted-2026", file: "badly-prompted.jsonl" },
] as const;
const JUDGE = "files/reader";
const EXAMPLE = "Two unnamed recordings, judged by language models through files.";

const work = resolve(flags.work);
const [results, asked, taken] = ["runs", "asked", "taken"].map((name) => join(work, name)) as [
  string,
  string,
  string,
];
for (const folder of [results, asked, taken]) rmSync(folder, { recursive: true, force: true });
mkdirSync(taken, { recursive: true });
const bench = createBench({ results });

for (const recording of RECORDINGS) await haveAgain(bench, recording);
const answers = readAnswers(resolve(flags.answers));
const used = new Set<string>();
const scans = new Map<string, string>();
for (const { run } of RECORDINGS) {
  const directory = await scanByAnswers(bench, run);
  if (directory !== null) scans.set(run, directory);
}
const unused = [...answers.keys()].filter((id) => !used.has(id)).length;
if (unused > 0) console.log(`${unused} answers are to nothing that was asked.`);
if (scans.size < RECORDINGS.length) process.exitCode = 3;
else await publish(scans);

/** The recorded replies once more, through the harness of today. What is said has to be what was recorded. */
async function haveAgain(bench: Bench, { run, name, file }: (typeof RECORDINGS)[number]): Promise<void> {
  await bench.import([join(resolve(flags.recordings), file)], { from: "chat-jsonl", runId: name });
  await bench.run({ models: [`replay/${name}`], runId: run });
  const [recorded, had] = [spokenIn(name), spokenIn(run)];
  for (const [conversation, said] of recorded) {
    if (had.get(conversation) !== said)
      throw new Error(`${conversation} of ${file} goes otherwise today: the script or a branch has changed`);
  }
  console.log(`${run}: ${had.size} conversations`);
}

/** Who said what in each conversation of a run. */
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

/** The readers' lines by the question they are to. */
function readAnswers(folder: string): ReadonlyMap<string, readonly string[]> {
  const lines = globSync("**/*.jsonl", { cwd: folder })
    .sort()
    .flatMap((file) => linesIn(join(folder, file)));
  return Map.groupBy(lines, (line) => String(JSON.parse(line).custom_id));
}

/** The scan's folder; `null` where questions wait for answers. A question is asked once what it depends on is answered. */
async function scanByAnswers(bench: Bench, run: string): Promise<string | null> {
  for (;;) {
    try {
      const scanned = await bench.scan(run, {
        ...{ profile: "full", judge: JUDGE, requests: asked, answers: taken, cache: false },
      });
      return scanned.directory;
    } catch (error) {
      if (!(error instanceof AnswersAwaitedError)) throw error;
      if (takeAnswers() > 0) continue;
      console.log(`${run}: ${error.message}`);
      return null;
    }
  }
}

/** Hands over the answers to what was asked by now; how many are new. */
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

/** Copies what a scan is proved from, and makes the board of what was copied. */
async function publish(scans: ReadonlyMap<string, string>): Promise<void> {
  const into = resolve(flags.into);
  const [runs, board] = [join(into, "runs"), join(into, "board")];
  for (const folder of [runs, board]) rmSync(folder, { recursive: true, force: true });
  const copies = [...scans].map(([run, scan]) =>
    copyEvidence(runDirectoryAt(join(results, run)), scan, runs),
  );
  for (const copy of copies) {
    const { differences, transcripts, votes } = await bench.verifyScan(copy);
    if (differences.length > 0)
      throw new Error(`${copy} is not what its answers give: ${differences[0]?.file}`);
    console.log(`${relative(into, copy)}: verified, ${transcripts} transcripts, ${votes} votes`);
  }
  const built = await bench.board.build(copies, { directory: board, example: EXAMPLE });
  const { problems } = await bench.board.check(board);
  for (const { where, message } of problems) console.error(`${where}: ${message}`);
  if (problems.length > 0) process.exitCode = 1;
  refuseMachinePaths(into);
  const size = (folder: string) => filesIn(folder).reduce((sum, file) => sum + statSync(file).size, 0);
  for (const folder of [...copies.map((copy) => resolve(copy, "../..")), built.directory])
    console.log(
      `${relative(into, folder)}: ${filesIn(folder).length} files, ${Math.round(size(folder) / 1000)} kB`,
    );
}

/** No pages, which can be made again, and no files of work under way. Returns the copied scan's folder. */
function copyEvidence(run: ReturnType<typeof runDirectoryAt>, scan: string, runs: string): string {
  const { scanPlan, costReport, journal, verdicts, scorerResults, scorecards, ...rest } = scanDirectory(scan);
  const { blindspotRates, summaryJson, summaryMarkdown, seal } = rest;
  const ofScan = [scanPlan, costReport, journal, verdicts, scorerResults, scorecards];
  const derived = [blindspotRates, summaryJson, summaryMarkdown, seal];
  const ofRun = [run.runPlan, run.runManifest, run.journal, run.transcripts];
  for (const path of [...ofRun, ...ofScan, ...derived])
    cpSync(path, join(runs, relative(results, path)), { recursive: true });
  return join(runs, relative(results, scan));
}

/** Where it was made is nobody's business, and the files are the same wherever they are read. */
function refuseMachinePaths(folder: string): void {
  const places = [root, work, homedir()].filter((place) => place.length > 1);
  for (const file of filesIn(folder)) {
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
