import { fileURLToPath } from "node:url";
import { loadCorpus } from "../corpus/load-corpus.ts";

/** The small valid corpus of the tests, for what a verifier reads from one. */
export const loadedCorpus = await loadCorpus(
  fileURLToPath(new URL("../../test/fixtures/corpus/valid", import.meta.url)),
);
