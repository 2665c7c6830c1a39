import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { Sha256 } from "../schema/ids.ts";
import { toReadError } from "../store/read-error.ts";

/** SHA-256 of a file's bytes, whatever its size. */
export async function hashFile(path: string): Promise<Sha256> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash).catch((error: unknown) => {
    throw toReadError(error, path);
  });
  return Sha256.parse(hash.digest("hex"));
}
