import * as z from "zod";
import { BadImportError, TooManyBadRecordsError } from "../../exchange/errors.ts";
import type { BadRecord, ForeignConversation, ForeignRecord } from "../../exchange/foreign-conversation.ts";
import { foreignFormats } from "../../exchange/foreign-formats.ts";
import type { ImportFormat } from "../../schema/run/run-plan.ts";
import { readJsonArtefact, readJsonRecords } from "../../store/artefact-files.ts";
import { ArtefactError, MissingArtefactError } from "../../store/errors.ts";
import { NoSuchFileError, UnreadableImportError } from "../errors.ts";

export interface ReadLogOptions {
  readonly from: ImportFormat;
  /** The share of records that may be bad, from 0 to 1; more stop the reading with an error. */
  readonly maxBadShare: number;
  /** Told of every record that cannot be read, as it is met. */
  onBad(record: BadRecord): void | Promise<void>;
  readonly signal: AbortSignal;
}

/** The conversations of a log, one after the other, however large it is. */
export async function* readLog(
  files: readonly string[],
  options: ReadLogOptions,
): AsyncGenerator<ForeignConversation> {
  const { from, maxBadShare, signal } = options;
  let [good, bad] = [0, 0];
  const first: BadRecord[] = [];
  for (const file of files) {
    for await (const record of importRecords(file, from)) {
      signal.throwIfAborted();
      try {
        const conversations = foreignFormats[from].read(record);
        good += conversations.length;
        yield* conversations;
      } catch (error) {
        if (!(error instanceof BadImportError)) throw error;
        const { place, problem: reason, hint = "" } = error;
        bad += 1;
        if (first.length < 10) first.push({ place, reason, hint });
        await options.onBad({ place, reason, hint });
      }
    }
  }
  if (bad > maxBadShare * (bad + good)) throw new TooManyBadRecordsError(first, bad, bad + good, maxBadShare);
}

/** A key called `schema_version` in somebody else's file is none of ours. */
const ANY_VERSION = Number.POSITIVE_INFINITY;

/** The records of a file of another tool: its lines, or the whole of it. */
async function* importRecords(file: string, from: ImportFormat): AsyncGenerator<ForeignRecord> {
  const place = { file, path: [] };
  try {
    if (!foreignFormats[from].isLines(file)) {
      yield { value: await readJsonArtefact(file, z.unknown(), ANY_VERSION), place };
      return;
    }
    const records = readJsonRecords(file, z.unknown(), { version: ANY_VERSION, tornLastLine: "refuse" });
    for await (const { value, line } of records) yield { value, place: { ...place, line: line.number } };
  } catch (error) {
    if (error instanceof MissingArtefactError) throw new NoSuchFileError(file, { cause: error });
    throw error instanceof ArtefactError ? new UnreadableImportError(error, from) : error;
  }
}
