import type { Corpus } from "./corpus.ts";
import { CorpusError } from "./corpus-error.ts";
import { lintCorpus } from "./lint-corpus.ts";
import { loadCorpus } from "./load-corpus.ts";
import type { ReadOptions } from "./read-draft.ts";

/**
 * Reads a corpus that did not come with the package. What `lint` calls an error keeps it from being used: a pattern
 * that never ends would hang every scan, and only lint looks for it.
 */
export async function loadForeignCorpus(root: string, options: ReadOptions = {}): Promise<Corpus> {
  const { problems } = await lintCorpus(root, options);
  const errors = problems.filter((problem) => problem.severity === "error");
  if (errors.length > 0) throw new CorpusError(root, errors);
  return loadCorpus(root, options);
}
