/** Verdict rows as lines of a file, and the byte range of each transcript's rows. */
import { open } from "node:fs/promises";
import * as z from "zod";
import { CheckId, ModelId, ScenarioId, TranscriptId } from "../schema/ids.ts";
import { Scorecard } from "../schema/scan/scorecard.ts";
import { SCORER_RESULT_VERSION, ScorerResult } from "../schema/scan/scorer-result.ts";
import { VERDICT_VERSION, Verdict, VerdictCause, VerdictRow } from "../schema/scan/verdict.ts";
import { decodeJson, parseArtefact, readJsonRecords } from "./artefact-files.ts";
import { statIfThere, toReadError } from "./file-system.ts";

/** Results of one or more transcripts as on disk, without line ends. Made by `judgedLines`, in any thread. */
export interface JudgedLines {
  readonly verdicts: readonly string[];
  readonly scorecards: readonly string[];
  readonly scorerResults: readonly string[];
}

/** Results of one or more transcripts, checked by their schemas, which also order the keys. */
export interface CheckedRows {
  readonly verdicts: readonly VerdictRow[];
  readonly scorecards: readonly Scorecard[];
  readonly scorerResults: readonly ScorerResult[];
}

export function checkRows(
  rows: readonly z.input<typeof VerdictRow>[],
  cards: readonly z.input<typeof Scorecard>[],
  results: readonly z.input<typeof ScorerResult>[],
): CheckedRows {
  return {
    verdicts: rows.map((row) => VerdictRow.parse(row)),
    scorecards: cards.map((card) => Scorecard.parse(card)),
    scorerResults: results.map((result) => ScorerResult.parse(result)),
  };
}

export function judgedLines({ verdicts, scorecards, scorerResults }: CheckedRows): JudgedLines {
  const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row));
  return {
    verdicts: lines(verdicts),
    scorecards: lines(scorecards),
    scorerResults: lines(scorerResults),
  };
}

/** A byte range of a file; `end` is exclusive. */
interface ByteRange {
  readonly start: number;
  end: number;
}

/** The fields of a row that can be read without checking all of it. */
const Glance = z.looseObject({
  transcript_id: TranscriptId,
  model_id: ModelId,
  scenario_id: ScenarioId,
  mode_id: CheckId,
  eligible: z.boolean(),
  verdict: Verdict,
  details: z.looseObject({ cause: VerdictCause.optional() }),
});

/** Locates each transcript's rows in a `.jsonl` that is too large for memory. */
export interface RowPlaces<Row> {
  read(id: TranscriptId): Promise<readonly Row[]>;
}

/** Reads the file once. `visit` sees every row, and fully parses only those it requests. */
export async function locateVerdicts(
  path: string,
  visit: (glance: z.infer<typeof Glance>, whole: () => VerdictRow) => void,
): Promise<RowPlaces<VerdictRow>> {
  return locateRows({ path, glance: Glance, row: VerdictRow, version: VERDICT_VERSION }, visit);
}

/** Locates scorer results. Reads the file at the first lookup, or never if it is missing. */
export function locateScorerResults(path: string): RowPlaces<ScorerResult> {
  const file = {
    path,
    glance: z.looseObject({ transcript_id: TranscriptId }),
    row: ScorerResult,
    version: SCORER_RESULT_VERSION,
  };
  let places: Promise<RowPlaces<ScorerResult>> | undefined;
  return {
    read: async (id) => {
      places ??= statIfThere(path).then((there) =>
        there === undefined ? { read: async () => [] } : locateRows(file, () => undefined),
      );
      return (await places).read(id);
    },
  };
}

/** Most characters kept in memory. It is a small amount, and usually covers the conversations that a report holds. */
const MOST_KEPT = 4_000_000;

/** Records the places of rows while they are written. Keeps as many rows in memory as fit. */
export function placeVerdicts(
  path: string,
  mostKept = MOST_KEPT,
): RowPlaces<VerdictRow> & {
  /** @param lines without line ends */
  add(id: TranscriptId, lines: readonly string[]): void;
} {
  const places = new Map<TranscriptId, ByteRange>();
  const kept = new Map<TranscriptId, readonly string[]>();
  /** Caches parsed rows among those kept, so that each is parsed once. */
  const parsed = new Map<TranscriptId, readonly VerdictRow[]>();
  const rowsOf = (texts: readonly string[]) =>
    texts.map((text) => parseRow(text, { path, row: VerdictRow, version: VERDICT_VERSION }));
  let [end, characters] = [0, 0];
  return {
    add: (id, lines) => {
      const start = end;
      for (const line of lines) {
        end += Buffer.byteLength(line) + 1;
        characters += line.length;
      }
      places.set(id, { start, end });
      if (characters <= mostKept) kept.set(id, lines);
    },
    read: async (id) => {
      const [rows, lines, place] = [parsed.get(id), kept.get(id), places.get(id)];
      if (rows !== undefined) return rows;
      const read = rowsOf(lines ?? (await readTexts(path, place === undefined ? [] : [place])));
      if (lines !== undefined) parsed.set(id, read);
      return read;
    },
  };
}

interface RowFile<Glanced extends z.ZodType<{ transcript_id: TranscriptId }>, Row extends z.ZodType> {
  readonly path: string;
  readonly glance: Glanced;
  readonly row: Row;
  readonly version: number;
}

async function locateRows<Glanced extends z.ZodType<{ transcript_id: TranscriptId }>, Row extends z.ZodType>(
  { path, glance, row, version }: RowFile<Glanced, Row>,
  visit: (glance: z.infer<Glanced>, whole: () => z.infer<Row>) => void,
): Promise<RowPlaces<z.infer<Row>>> {
  const places = new Map<TranscriptId, ByteRange[]>();
  let start = 0;
  const options = { version, tornLastLine: "refuse" } as const;
  for await (const { value, line } of readJsonRecords(path, glance, options)) {
    const where = { path, line: line.number };
    visit(value, () => parseArtefact(value, row, version, where));
    const ranges = places.get(value.transcript_id) ?? [];
    places.set(value.transcript_id, ranges);
    const last = ranges.at(-1);
    if (last?.end === start) last.end = line.end;
    else ranges.push({ start, end: line.end });
    start = line.end;
  }
  return {
    read: async (id) =>
      (await readTexts(path, places.get(id) ?? [])).map((text) => parseRow(text, { path, row, version })),
  };
}

function parseRow<Row extends z.ZodType>(
  text: string,
  { path, row, version }: { readonly path: string; readonly row: Row; readonly version: number },
): z.infer<Row> {
  return parseArtefact(decodeJson(text, { path }), row, version, { path });
}

async function readTexts(path: string, ranges: readonly ByteRange[]): Promise<readonly string[]> {
  if (ranges.length === 0) return [];
  const file = await open(path, "r").catch((error: unknown) => {
    throw toReadError(error, path);
  });
  try {
    const texts: string[] = [];
    for (const { start, end } of ranges) {
      const { buffer } = await file.read(Buffer.alloc(end - start), 0, end - start, start);
      texts.push(
        ...buffer
          .toString("utf8")
          .split("\n")
          .filter((text) => text !== ""),
      );
    }
    return texts;
  } finally {
    await file.close();
  }
}
