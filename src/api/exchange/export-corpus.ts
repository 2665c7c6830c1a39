import { join } from "node:path";
import { corpusDataset } from "../../exchange/corpus-dataset.ts";
import { renderDatasetCard } from "../../exchange/dataset-card.ts";
import { writeAtomically } from "../../store/atomic-write.ts";
import { pathExists } from "../../store/file-system.ts";
import { DATASET_FILES } from "../../store/layout.ts";
import { parquetPieces } from "../../tables/write-parquet.ts";
import type { BenchContext } from "../bench-context.ts";
import { apiErrors } from "../errors.ts";

export interface ExportedCorpus {
  readonly directory: string;
  /** Files by their path from the folder, without the card, which has no rows. */
  readonly files: readonly { readonly name: string; readonly rows: number }[];
}

/** Writes the corpus as a dataset folder for Hugging Face: Parquet files and a card. Overwrites nothing. */
export async function exportCorpus(context: BenchContext, directory: string): Promise<ExportedCorpus> {
  const corpus = await context.corpus();
  const card = join(directory, DATASET_FILES.card);
  if (await pathExists(card)) throw apiErrors.IB_FILE_EXISTS(card);
  const parts = corpusDataset(corpus);
  for (const part of parts) {
    const rows = async function* () {
      yield* part.rows;
    };
    await writeAtomically(
      join(directory, DATASET_FILES.part(part.name)),
      parquetPieces({ ...part, rows: rows() }),
    );
  }
  await writeAtomically(join(directory, DATASET_FILES.canary), `${corpus.canary}\n`);
  // Written last: if the card exists, everything else does.
  await writeAtomically(card, renderDatasetCard(parts, corpus));
  return {
    directory,
    files: parts.map((part) => ({ name: DATASET_FILES.part(part.name), rows: part.rows.length })),
  };
}
