/** The files that a seal covers, and whether they are unchanged. */
import { basename, join, relative, sep } from "node:path";
import { type Sha256, TranscriptId } from "../../schema/ids.ts";
import type { ScanPlan } from "../../schema/scan/scan-plan.ts";
import type { Seal, SealedFile } from "../../schema/scan/seal.ts";
import type { FileProblem } from "../errors.ts";
import { hashFile, pathExists, statIfThere } from "../file-system.ts";
import { JOURNAL_NAME, type RunDirectory, type ScanDirectory, TRANSCRIPT_SUFFIX } from "../layout.ts";
import { describeRows } from "./count-verdict-rows.ts";
import { countVerdicts, miscountedVerdicts } from "./sealed-counts.ts";

/** A scan and the runs whose conversations it judged. */
export interface SealedPlace {
  readonly scan: ScanDirectory;
  readonly runs: readonly RunDirectory[];
}

/** Evidence: what was judged and how. It cannot be recomputed from other files. */
export function evidenceFiles({ scan, runs }: SealedPlace): readonly string[] {
  const ofRuns = runs.flatMap(({ runPlan, journal }) => [runPlan, journal]);
  return [scan.scanPlan, scan.journal, scan.verdicts, scan.labels, scan.scorerResults, ...ofRuns];
}

/** Files derived from the evidence. The report is not included, because its content depends on the version of the page. */
export function derivedFiles(scan: ScanDirectory): readonly string[] {
  const { scorecards, blindspotRates, summaryJson, summaryMarkdown, costReport } = scan;
  return [scorecards, blindspotRates, summaryJson, summaryMarkdown, costReport];
}

/** Known hashes of files that this process wrote. */
type Written = ReadonlyMap<string, SealedFile>;

/** Hashes the files that exist: a scan without a judge, or of imported conversations, lacks a journal. */
export async function hashFiles(
  scan: ScanDirectory,
  paths: readonly string[],
  written: Written = new Map(),
): Promise<Readonly<Record<string, SealedFile>>> {
  const hashed: Record<string, SealedFile> = {};
  for (const path of paths)
    if (await pathExists(path)) hashed[sealedName(scan, path)] = written.get(path) ?? (await hashFile(path));
  return hashed;
}

/** A file's path relative to the scan's folder, the same on every system. */
function sealedName(scan: ScanDirectory, path: string): string {
  return relative(scan.path, path).split(sep).join("/");
}

export async function hashTranscripts(
  { runs }: SealedPlace,
  plan: Pick<ScanPlan, "transcripts">,
  written: Written = new Map(),
): Promise<Readonly<Record<string, Sha256>>> {
  const hashed: Record<string, Sha256> = {};
  // Conversations judged to measure a judge may belong to no run.
  if (runs.length === 0) return hashed;
  for (const { transcript_id } of plan.transcripts) {
    const path = await transcriptFile(runs, transcript_id);
    hashed[transcript_id] = (written.get(path) ?? (await hashFile(path))).sha256;
  }
  return hashed;
}

/** The path of a transcript; in the first run if no run has it. */
async function transcriptFile(runs: readonly RunDirectory[], id: TranscriptId): Promise<string> {
  const paths = runs.map((run) => run.transcript(id));
  for (const path of paths) if (paths.length === 1 || (await pathExists(path))) return path;
  return paths[0] ?? id;
}

/** Sealed files that changed, and verdict counts that differ from the seal. */
export async function brokenFiles(
  scan: ScanDirectory,
  seal: Seal,
): Promise<Readonly<Record<"files" | "counted", readonly FileProblem[]>>> {
  const problems: FileProblem[] = [];
  const counted: FileProblem[] = [];
  const needed = [scan.scanPlan, scan.verdicts].map((path) => sealedName(scan, path));
  for (const file of needed)
    if (seal.evidence[file] === undefined) problems.push({ file, problem: "it is not sealed" });
  for (const [file, sealed] of Object.entries(seal.evidence)) {
    const path = join(scan.path, file);
    const rows = path === scan.verdicts && (await pathExists(path)) ? await countVerdicts(path) : null;
    const found = rows === null ? await isAsSealed(path, sealed) : sameFile(rows.file, sealed);
    if (found === "missing") problems.push({ file, problem: "it is missing" });
    else if (rows !== null && found !== true)
      problems.push({ file, problem: await describeRows(path, seal) });
    else if (found !== true) problems.push({ file, problem: describeSize(found.bytes, sealed.bytes) });
    const problem = rows === null || found !== true ? null : miscountedVerdicts(seal, rows.verdicts);
    if (problem !== null) counted.push({ file: basename(scan.seal), problem });
  }
  return { files: problems, counted };
}

/** Evidence files that are missing, or whose size changed. */
export async function resizedFiles(scan: ScanDirectory, seal: Seal): Promise<readonly FileProblem[]> {
  const problems: FileProblem[] = [];
  for (const [file, sealed] of Object.entries(seal.evidence)) {
    const path = join(scan.path, file);
    const found = await statIfThere(path);
    if (found === undefined) problems.push({ file, problem: "it is missing" });
    else if (found.size < sealed.bytes || (found.size > sealed.bytes && basename(path) !== JOURNAL_NAME))
      problems.push({ file, problem: describeSize(found.size, sealed.bytes) });
  }
  return problems;
}

/** Whether a run continued after its conversations were judged. */
export async function hasGrownJournal(scan: ScanDirectory, seal: Seal): Promise<boolean> {
  for (const [file, sealed] of Object.entries(seal.evidence)) {
    const path = join(scan.path, file);
    if (basename(path) !== JOURNAL_NAME || path === scan.journal) continue;
    if (((await statIfThere(path))?.size ?? 0) > sealed.bytes) return true;
  }
  return false;
}

/** The transcript's name for people, without its run. */
export function transcriptName(id: string): string {
  return `transcripts/${id}${TRANSCRIPT_SUFFIX}`;
}

/** Whether a file is unchanged. A journal may grow: its beginning must equal the sealed part. */
export async function isAsSealed(path: string, sealed: SealedFile): Promise<true | "missing" | SealedFile> {
  const file = await statIfThere(path);
  if (file === undefined) return "missing";
  const mayGrow = basename(path) === JOURNAL_NAME;
  const bytes = mayGrow ? Math.min(file.size, sealed.bytes) : undefined;
  return sameFile(await hashFile(path, bytes), sealed);
}

function sameFile(found: SealedFile, sealed: SealedFile): true | SealedFile {
  return found.bytes === sealed.bytes && found.sha256 === sealed.sha256 ? true : found;
}

function describeSize(found: number, sealed: number): string {
  return found === sealed
    ? "it was changed"
    : `it has ${found.toLocaleString("en")} of ${sealed.toLocaleString("en")} bytes`;
}

export async function brokenTranscripts(
  { runs }: SealedPlace,
  seal: Pick<Seal, "transcripts">,
): Promise<readonly FileProblem[]> {
  const problems: FileProblem[] = [];
  for (const [name, sha256] of Object.entries(seal.transcripts)) {
    const path = await transcriptFile(runs, TranscriptId.parse(name));
    const found = (await pathExists(path)) ? (await hashFile(path)).sha256 : null;
    if (found === sha256) continue;
    const problem = found === null ? "it is missing" : "it was changed";
    problems.push({ file: transcriptName(name), problem });
  }
  return problems;
}
