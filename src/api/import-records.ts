import * as z from "zod";
import type { ForeignRecord } from "../exchange/foreign-conversation.ts";
import { foreignFormats } from "../exchange/foreign-formats.ts";
import type { ImportFormat } from "../schema/import-plan.ts";
import { ArtifactError } from "../store/artifact-error.ts";
import { MissingArtifactError } from "../store/missing-artifact-error.ts";
import { readJsonArtifact, readJsonRecords } from "../store/read-artifact.ts";
import { NoSuchFileError } from "./no-such-file-error.ts";
import { UnreadableImportError } from "./unreadable-import-error.ts";

/** A key called `schema_version` in somebody else's file is none of ours. */
const ANY_VERSION = Number.POSITIVE_INFINITY;

/** The records of a file of another tool: its lines, or the whole of it. */
export async function* importRecords(file: string, from: ImportFormat): AsyncGenerator<ForeignRecord> {
  const place = { file, path: [] };
  try {
    if (!foreignFormats[from].isLines(file)) {
      yield { value: await readJsonArtifact(file, z.unknown(), ANY_VERSION), place };
      return;
    }
    const records = readJsonRecords(file, z.unknown(), { version: ANY_VERSION, tornLastLine: "refuse" });
    for await (const { value, line } of records) yield { value, place: { ...place, line: line.number } };
  } catch (error) {
    if (error instanceof MissingArtifactError) throw new NoSuchFileError(file, { cause: error });
    throw error instanceof ArtifactError ? new UnreadableImportError(error, from) : error;
  }
}
