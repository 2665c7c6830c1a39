import { ArtifactError, type ArtifactPlace } from "./artifact-error.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Bytes must be valid UTF-8: a damaged letter inside a string is damage, not data. */
export function parseJson(source: string | Uint8Array, where: ArtifactPlace): unknown {
  try {
    return JSON.parse(typeof source === "string" ? source : utf8.decode(source));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ArtifactError(where, `not JSON: ${reason}`, { cause: error });
  }
}
