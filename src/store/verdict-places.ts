import { open } from "node:fs/promises";
import * as z from "zod";
import { CheckId, TranscriptId } from "../schema/ids.ts";
import { VERDICT_VERSION, Verdict, VerdictRow } from "../schema/scan/verdict.ts";
import { decodeJson, parseArtefact, readJsonRecords } from "./artefact-files.ts";
import { toReadError } from "./file-system.ts";

/** Bytes of a file; `end` is exclusive. */
interface ByteRange {
  readonly start: number;
  end: number;
}

/** What can be seen of a row without checking all of it. */
const Glance = z.looseObject({
  transcript_id: TranscriptId,
  mode_id: CheckId,
  eligible: z.boolean(),
  verdict: Verdict,
});

/** Where each transcript's rows are in a `verdicts.jsonl` that is too large to keep. */
export interface VerdictPlaces {
  read(id: TranscriptId): Promise<readonly VerdictRow[]>;
}

/** Reads the file once; `visit` sees every row, and checks the whole of those it asks for. */
export async function locateVerdicts(
  path: string,
  visit: (glance: z.infer<typeof Glance>, whole: () => VerdictRow) => void,
): Promise<VerdictPlaces> {
  const places = new Map<TranscriptId, ByteRange[]>();
  let start = 0;
  const options = { version: VERDICT_VERSION, tornLastLine: "refuse" } as const;
  for await (const { value, line } of readJsonRecords(path, Glance, options)) {
    const where = { path, line: line.number };
    visit(value, () => parseArtefact(value, VerdictRow, VERDICT_VERSION, where));
    const ranges = places.get(value.transcript_id) ?? [];
    places.set(value.transcript_id, ranges);
    const last = ranges.at(-1);
    if (last?.end === start) last.end = line.end;
    else ranges.push({ start, end: line.end });
    start = line.end;
  }
  return { read: (id) => readRows(path, places.get(id) ?? []) };
}

async function readRows(path: string, ranges: readonly ByteRange[]): Promise<readonly VerdictRow[]> {
  const file = await open(path, "r").catch((error: unknown) => {
    throw toReadError(error, path);
  });
  try {
    const rows: VerdictRow[] = [];
    for (const { start, end } of ranges) {
      const { buffer } = await file.read(Buffer.alloc(end - start), 0, end - start, start);
      for (const text of buffer.toString("utf8").split("\n")) {
        if (text !== "")
          rows.push(parseArtefact(decodeJson(text, { path }), VerdictRow, VERDICT_VERSION, { path }));
      }
    }
    return rows;
  } finally {
    await file.close();
  }
}
