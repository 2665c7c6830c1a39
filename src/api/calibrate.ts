import { join } from "node:path";
import { calibrateGolden, type GoldenCalibration } from "../calibrate/calibrate-golden.ts";
import { calibrateLexicons, type LexiconCalibration } from "../calibrate/calibrate-lexicons.ts";
import { checksMatching } from "../corpus/checks-matching.ts";
import { LexiconExample } from "../schema/lexicon-example.ts";
import { MissingArtifactError } from "../store/missing-artifact-error.ts";
import { readJsonLines } from "../store/read-artifact.ts";
import { NoSuchFileError } from "./no-such-file-error.ts";
import type { Workshop } from "./workshop.ts";

/** Precision and recall of the lexicons on a file of examples; by default on the corpus's held-out ones. */
export async function calibrateLexiconsOn(
  workshop: Workshop,
  file: string | undefined,
): Promise<LexiconCalibration> {
  const path = file ?? join(workshop.corpusRoot, "lexicons", "heldout.jsonl");
  const { lexicons } = await workshop.corpus();
  const rows = readJsonLines(path, LexiconExample, { version: 1, tornLastLine: "refuse" });
  const examples = await Array.fromAsync(rows).catch((error: unknown) => {
    throw error instanceof MissingArtifactError ? new NoSuchFileError(path, { cause: error }) : error;
  });
  return calibrateLexicons(lexicons, examples);
}

/** Each check's deterministic part against its golden cards. */
export async function calibrateGoldenCards(
  workshop: Workshop,
  checkGlobs: readonly string[],
): Promise<GoldenCalibration> {
  const corpus = await workshop.corpus();
  const checks = checksMatching(corpus.checks.values(), checkGlobs);
  return calibrateGolden({ ...corpus, checks, matcher: await workshop.matcher() });
}
