import { hashOf } from "../kernel/hash.ts";
import type { Transcript } from "../schema/transcript.ts";

const HASHES = new WeakMap<Transcript, string>();

/** Hash of header and messages, made once per transcript however many checks ask. */
export function transcriptHash(transcript: Transcript): string {
  const hash = HASHES.get(transcript) ?? hashOf(transcript);
  HASHES.set(transcript, hash);
  return hash;
}
