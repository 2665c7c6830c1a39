import { join, resolve } from "node:path";

/** Where the parts of a review are. The key and what is merged with it lie beside the batch, which annotators may see. */
export function reviewDirectory(path: string) {
  const directory = resolve(path);
  return {
    path: directory,
    batch: join(directory, "batch.json"),
    items: join(directory, "items.jsonl"),
    labels: join(directory, "labels"),
    adjudication: join(directory, "adjudication"),
    key: `${directory}.key.json`,
    merged: `${directory}.labels.jsonl`,
    sample: `${directory}.sample.jsonl`,
  } as const;
}
