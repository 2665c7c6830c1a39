import { readFile } from "node:fs/promises";
import { NEWLINE } from "../../kernel/split-lines.ts";
import {
  TRANSCRIPT_VERSION,
  type Transcript,
  TranscriptHeader,
  TranscriptMessage,
} from "../../schema/run/transcript.ts";
import type { SealedFile } from "../../schema/scan/seal.ts";
import { decodeJson, parseArtefact, writeJsonLines } from "../artefact-files.ts";
import { ArtefactError } from "../errors.ts";
import { toReadError } from "../file-system.ts";

/** Writes the header as one line, then one line per message. */
export async function writeTranscriptFile(path: string, transcript: Transcript): Promise<SealedFile> {
  const { header, messages } = transcript;
  return writeJsonLines(path, [
    TranscriptHeader.parse(header),
    ...messages.map((message) => TranscriptMessage.parse(message)),
  ]);
}

/** Reads the whole file at once, because a conversation is short. */
export async function readTranscriptFile(path: string): Promise<Transcript> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw toReadError(error, path);
  });
  let header: TranscriptHeader | undefined;
  const messages: TranscriptMessage[] = [];
  for (let start = 0, line = 1; start < bytes.length; line += 1) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline < 0 ? bytes.length : newline;
    const where = { path, line };
    const value = decodeJson(bytes.subarray(start, end), where);
    if (header === undefined) header = parseArtefact(value, TranscriptHeader, TRANSCRIPT_VERSION, where);
    else messages.push(parseArtefact(value, TranscriptMessage, TRANSCRIPT_VERSION, where));
    start = end + 1;
  }
  if (header === undefined) throw new ArtefactError({ path }, "it is empty");
  return { header, messages };
}
