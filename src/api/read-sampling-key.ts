import { REVIEW_KEY_VERSION, ReviewKey } from "../schema/review-key.ts";
import { SampledVerdict } from "../schema/sampled-verdict.ts";
import { MissingArtifactError } from "../store/missing-artifact-error.ts";
import { readJsonArtifact, readJsonLines } from "../store/read-artifact.ts";
import { NoSuchFileError } from "./no-such-file-error.ts";

/** How labelled verdicts were drawn: the key of a review batch, or the `key.jsonl` of a sample; `null` without a file. */
export async function readSamplingKey(path: string | undefined): Promise<readonly SampledVerdict[] | null> {
  if (path === undefined) return null;
  try {
    if (path.endsWith(".json")) return (await readJsonArtifact(path, ReviewKey, REVIEW_KEY_VERSION)).items;
    return await Array.fromAsync(readJsonLines(path, SampledVerdict, { version: 1, tornLastLine: "refuse" }));
  } catch (error) {
    throw error instanceof MissingArtifactError ? new NoSuchFileError(path, { cause: error }) : error;
  }
}
