/**
 * Reads and writes `scan_plan.json` transcript by transcript, so that a plan of 100,000 never becomes one string and is
 * not held twice.
 */
import { InternPool } from "../../kernel/intern-pool.ts";
import type { FileLine } from "../../kernel/split-lines.ts";
import { PlannedTranscript, SCAN_PLAN_VERSION, ScanPlan } from "../../schema/scan/scan-plan.ts";
import type { SealedFile } from "../../schema/scan/seal.ts";
import { decodeJson, parseArtefact, readJsonArtefact, toJsonText } from "../artefact-files.ts";
import { writeAtomically } from "../atomic-write.ts";
import { readLines } from "./read-lines.ts";

const NONE = '  "transcripts": [],';
const [FIRST, LAST] = ['  "transcripts": [', "  ],"];
const [BEGINS, ENDS] = ["    {", "    }"];

/** Writes the same bytes as for any other artefact. */
export function writeScanPlan(path: string, plan: ScanPlan): Promise<SealedFile> {
  return writeAtomically(path, planText(plan));
}

function* planText({ transcripts, ...settings }: ScanPlan): Generator<string> {
  const text = toJsonText(ScanPlan.parse({ ...settings, transcripts: [] }));
  if (transcripts.length === 0) return yield text;
  // A line of its own at this depth: no string of a plan can contain a line end.
  const at = text.indexOf(`\n${NONE}\n`) + 1;
  yield `${text.slice(0, at)}${FIRST}\n`;
  for (const [index, transcript] of transcripts.entries()) {
    const element = JSON.stringify(PlannedTranscript.parse(transcript), null, 2).replaceAll("\n", "\n    ");
    yield `    ${element}${index === transcripts.length - 1 ? "" : ","}\n`;
  }
  yield `${LAST}${text.slice(at + NONE.length)}`;
}

/** Reads piece by piece if the lines are in the written form. Otherwise it reads the whole file and reports what is wrong. */
export async function readScanPlan(path: string): Promise<ScanPlan> {
  const inPieces = await readInPieces(path).catch(() => null);
  return inPieces ?? readJsonArtefact(path, ScanPlan, SCAN_PLAN_VERSION);
}

async function readInPieces(path: string): Promise<ScanPlan | null> {
  const parts = new InternPool();
  const transcripts: PlannedTranscript[] = [];
  const settings: Buffer[] = [];
  let element: Buffer[] = [];
  let state: "before" | "within" | "after" = "before";
  for await (const { bytes } of readLines(path)) {
    if (state !== "within") {
      const begins = isLine(bytes, FIRST);
      if (begins && state === "after") return null;
      settings.push(begins ? Buffer.from(NONE) : Buffer.from(bytes), END_OF_LINE);
      if (begins) state = "within";
      continue;
    }
    if (isLine(bytes, LAST)) {
      if (element.length > 0) return null;
      state = "after";
      continue;
    }
    if (element.length === 0 && !isLine(bytes, BEGINS)) return null;
    const isLast = isLine(bytes, ENDS);
    if (!isLast && !isLine(bytes, `${ENDS},`)) {
      element.push(bytes);
      continue;
    }
    element.push(Buffer.from(ENDS));
    const value = decodeJson(Buffer.concat(element), { path });
    transcripts.push(sharedTranscript(parseArtefact(value, PlannedTranscript, 0, { path }), parts));
    element = [];
  }
  if (state !== "after") return null;
  const value = decodeJson(Buffer.concat(settings), { path });
  const plan = parseArtefact(value, ScanPlan, SCAN_PLAN_VERSION, { path });
  return plan.transcripts.length === 0 ? { ...plan, transcripts } : null;
}

const END_OF_LINE = Buffer.from("\n");

function isLine(bytes: FileLine["bytes"], text: string): boolean {
  return bytes.length === text.length && bytes.toString("latin1") === text;
}

/** Shares equal parts: conversations of one scenario are judged by the same checks. */
function sharedTranscript(planned: PlannedTranscript, parts: InternPool): PlannedTranscript {
  return { ...planned, eligible: parts.of(planned.eligible), suppressed: parts.of(planned.suppressed) };
}
