import { basename, join } from "node:path";
import { BenchError } from "../../kernel/errors.ts";
import { LruCache } from "../../kernel/lru-cache.ts";
import { isDrawnFrom } from "../../review/batch.ts";
import { mergeLabels } from "../../review/merge-labels.ts";
import { REVIEW_KEY_VERSION, ReviewKey } from "../../schema/review/review-key.ts";
import type { HumanLabel } from "../../schema/review/review-label.ts";
import type { ScanPlan } from "../../schema/scan/scan-plan.ts";
import { Verdict } from "../../schema/scan/verdict.ts";
import type { PersonLabel, UnappliedLabels } from "../../site/site-ports.ts";
import { readJsonArtefact } from "../../store/artefact-files.ts";
import { listNames, stampOf } from "../../store/file-system.ts";
import { reviewDirectory } from "../../store/layout.ts";
import { listReviews, readReviewBatch, readReviewKey } from "../../store/review-batch.ts";
import { readLabelLogs } from "../../store/review-labels.ts";
import { refuseBothRoles } from "./desk.ts";

interface LabelledScan {
  readonly scanId: string;
  readonly plan: Pick<ScanPlan, "transcripts" | "fingerprints">;
}

const KEPT_BATCHES = 20;

/** Reads labels in the batches of some folders that are not applied to their scan yet. */
export class UnappliedReviews {
  readonly #folders: readonly string[];
  readonly #read = new LruCache<Promise<readonly HumanLabel[]>>(KEPT_BATCHES);

  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  /** Reads the labels of a scan's verdicts. Reports an unreadable batch, and continues with the others. */
  async of(scan: LabelledScan): Promise<UnappliedLabels> {
    const rows: HumanLabel[] = [];
    const unreadable: string[] = [];
    for (const directory of await listReviews(this.#folders)) {
      try {
        const { key } = reviewDirectory(directory);
        if (!isDrawnFrom(await readJsonArtefact(key, ReviewKey, REVIEW_KEY_VERSION), scan)) continue;
        rows.push(...(await this.#labelsOf(directory)));
      } catch (error) {
        if (!(error instanceof BenchError)) throw error;
        unreadable.push(basename(directory));
      }
    }
    const byItem = Map.groupBy(rows, ({ item }) => item);
    return {
      byVerdict: new Map([...byItem].map(([item, given]) => [item, distinct(given)])),
      unreadable,
    };
  }

  /** Reads again only after a new label. */
  async #labelsOf(directory: string): Promise<readonly HumanLabel[]> {
    const paths = reviewDirectory(directory);
    const logs: string[] = [];
    for (const folder of [paths.labels, paths.adjudication])
      logs.push(folder, ...(await listNames(folder)).files.map((name) => join(folder, name)));
    const name = `${directory}@${await stampOf([paths.batch, paths.items, paths.key, ...logs])}`;
    const reading = this.#read.get(name, () => readFinished(directory));
    reading.catch(() => this.#read.forget(name));
    return reading;
  }
}

async function readFinished(directory: string): Promise<readonly HumanLabel[]> {
  const paths = reviewDirectory(directory);
  const stored = await readReviewBatch(directory);
  const key = await readReviewKey(directory, stored.batch);
  const labels = await readLabelLogs(paths.labels, stored);
  const adjudication = await readLabelLogs(paths.adjudication, stored);
  refuseBothRoles(labels, adjudication);
  const merged = mergeLabels({ key, labels, adjudication });
  return [...merged.labels, ...merged.adjudicated];
}

/** Counts the same label by one person in two batches once. */
function distinct(rows: readonly HumanLabel[]): readonly PersonLabel[] {
  const said = new Map(rows.map((row) => [`${row.annotator} ${row.label}`, row]));
  return [...said.values()].map(({ annotator, label, note }) => ({
    annotator,
    label: Verdict.parse(label),
    ...(note === undefined ? {} : { note }),
  }));
}
