/** What files of artefacts become without their words: to be written in their place, or to be known beforehand. */
import { createHash } from "node:crypto";
import type * as z from "zod";
import { Sha256 } from "../../schema/ids.ts";
import { RUN_PLAN_VERSION, StoredRunPlan } from "../../schema/run/run-plan.ts";
import { TranscriptHeader, TranscriptMessage } from "../../schema/run/transcript.ts";
import type { SealedFile } from "../../schema/scan/seal.ts";
import { readJsonArtefact, readJsonLines, toJsonText, toLines } from "../artefact-files.ts";
import { writeAtomically } from "../atomic-write.ts";
import { pathExists } from "../file-system.ts";
import { readTranscriptFile } from "../files/transcript-file.ts";
import { redactBySchema } from "./redact-by-schema.ts";

/** The content of a file without its words, piece by piece; of one that has none already, the same bytes. */
export type Wordless = (path: string) => AsyncIterable<string>;

/** Of a file of one value. */
export function wordlessArtefact(schema: z.ZodType, version: number): Wordless {
  return async function* (path) {
    yield toJsonText(redactBySchema(schema, await readJsonArtefact(path, schema, version)));
  };
}

/** Of a file of rows. @param change done to what is left of a row */
export function wordlessLines<Schema extends z.ZodType>(
  schema: Schema,
  version: number,
  change: (row: z.output<Schema>) => z.output<Schema> = (row) => row,
): Wordless {
  return async function* (path) {
    const rows = readJsonLines(path, schema, { version, tornLastLine: "drop" });
    for await (const row of rows) yield* toLines([change(redactBySchema(schema, row))]);
  };
}

/** Marked, so that nothing is judged from the run. */
export const wordlessRunPlan: Wordless = async function* (path) {
  const plan = redactBySchema(StoredRunPlan, await readJsonArtefact(path, StoredRunPlan, RUN_PLAN_VERSION));
  yield toJsonText(StoredRunPlan.parse({ ...plan, redacted: true }));
};

export const wordlessTranscript: Wordless = async function* (path) {
  const { header: stored, messages } = await readTranscriptFile(path);
  // A number can name a person as well as a word can.
  const { metadata: _, ...header } = stored;
  yield* toLines([
    TranscriptHeader.parse({ ...redactBySchema(TranscriptHeader, header), redacted: true }),
    ...messages.map((message) => redactBySchema(TranscriptMessage, message)),
  ]);
};

/** Nothing where the file is missing. */
export async function rewrite(path: string, wordless: Wordless): Promise<void> {
  if (await pathExists(path)) await writeAtomically(path, wordless(path));
}

/** What a file will be once it is rewritten. */
export async function foreseeFile(path: string, wordless: Wordless): Promise<SealedFile> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of wordless(path)) {
    hash.update(piece);
    bytes += Buffer.byteLength(piece);
  }
  return { bytes, sha256: Sha256.parse(hash.digest("hex")) };
}
