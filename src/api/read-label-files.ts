import { collectLabels, type LabelledItem, type PlacedLabel } from "../calibrate/collect-labels.ts";
import { HumanLabel } from "../schema/human-label.ts";
import { ArtifactError } from "../store/artifact-error.ts";
import { MissingArtifactError } from "../store/missing-artifact-error.ts";
import { readJsonRecords } from "../store/read-artifact.ts";
import { BadLabelError } from "./bad-label-error.ts";
import { NoSuchFileError } from "./no-such-file-error.ts";

/** What annotators said, side by side. Two files may hold labels of the same annotator. */
export async function readLabelFiles(files: readonly string[]): Promise<readonly LabelledItem[]> {
  const labels = await Promise.all(files.map((file) => Array.fromAsync(readLabels(file))));
  return collectLabels(labels.flat());
}

async function* readLabels(path: string): AsyncGenerator<PlacedLabel> {
  try {
    const records = readJsonRecords(path, HumanLabel, { version: 1, tornLastLine: "refuse" });
    for await (const { value, line } of records) yield { row: value, place: `${path}:${line.number}` };
  } catch (error) {
    if (error instanceof MissingArtifactError) throw new NoSuchFileError(path, { cause: error });
    throw error instanceof ArtifactError ? new BadLabelError(error.message, { cause: error }) : error;
  }
}
