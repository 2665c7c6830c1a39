import { fileURLToPath } from "node:url";
import { loadCorpus } from "../corpus/load-corpus.ts";

/** Small valid corpus for tests of verifiers. */
export const loadedCorpus = await loadCorpus(
  fileURLToPath(new URL("../../test/fixtures/corpus/valid", import.meta.url)),
);
