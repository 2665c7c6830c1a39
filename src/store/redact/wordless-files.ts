/** Artefact files without their words, to write in place of the originals or to hash in advance. */
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

/** Yields a file's content without its words, piece by piece. Already redacted files keep the same bytes. */
export type Wordless = (path: string) => AsyncIterable<string>;

/** Redacts a file that holds one value. */
export function wordlessArtefact(schema: z.ZodType, version: number): Wordless {
  return async function* (path) {
    yield toJsonText(redactBySchema(schema, await readJsonArtefact(path, schema, version)));
  };
}

/** Redacts a file of rows. @param change transforms each redacted row */
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

/** Marks the plan as redacted, so that the run is not judged. */
export const wordlessRunPlan: Wordless = async function* (path) {
  const plan = redactBySchema(StoredRunPlan, await readJsonArtefact(path, StoredRunPlan, RUN_PLAN_VERSION));
  yield toJsonText(StoredRunPlan.parse({ ...plan, redacted: true }));
};

export const wordlessTranscript: Wordless = async function* (path) {
  const { header: stored, messages } = await readTranscriptFile(path);
  // Numbers in metadata can identify a person as well as words can.
  const { metadata: _, ...header } = stored;
  yield* toLines([
    TranscriptHeader.parse({ ...redactBySchema(TranscriptHeader, header), redacted: true }),
    ...messages.map((message) => redactBySchema(TranscriptMessage, message)),
  ]);
};

/** Does nothing if the file is missing. */
export async function rewrite(path: string, wordless: Wordless): Promise<void> {
  if (await pathExists(path)) await writeAtomically(path, wordless(path));
}

/** The size and hash that a file will have after its redaction. */
export async function foreseeFile(path: string, wordless: Wordless): Promise<SealedFile> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of wordless(path)) {
    hash.update(piece);
    bytes += Buffer.byteLength(piece);
  }
  return { bytes, sha256: Sha256.parse(hash.digest("hex")) };
}
