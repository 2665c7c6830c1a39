import * as z from "zod";
import {
  TRANSCRIPT_VERSION,
  type Transcript,
  TranscriptHeader,
  TranscriptMessage,
} from "../schema/transcript.ts";
import { ArtifactError } from "./artifact-error.ts";
import { parseArtifact } from "./parse-artifact.ts";
import { readJsonLines } from "./read-artifact.ts";
import { writeJsonLines } from "./write-artifact.ts";

const AnyLine = z.unknown();

/** The header's line, then one line per message. */
export async function writeTranscriptFile(path: string, transcript: Transcript): Promise<void> {
  const { header, messages } = transcript;
  await writeJsonLines(path, [
    TranscriptHeader.parse(header),
    ...messages.map((message) => TranscriptMessage.parse(message)),
  ]);
}

export async function readTranscriptFile(path: string): Promise<Transcript> {
  let header: TranscriptHeader | undefined;
  const messages: TranscriptMessage[] = [];
  let line = 0;
  const options = { version: TRANSCRIPT_VERSION, tornLastLine: "refuse" } as const;
  for await (const value of readJsonLines(path, AnyLine, options)) {
    line += 1;
    const where = { path, line };
    if (header === undefined) header = parseArtifact(value, TranscriptHeader, TRANSCRIPT_VERSION, where);
    else messages.push(parseArtifact(value, TranscriptMessage, TRANSCRIPT_VERSION, where));
  }
  if (header === undefined) throw new ArtifactError({ path }, "it is empty");
  return { header, messages };
}
