import { fileURLToPath } from "node:url";
import { loadCorpus } from "../../corpus/load-corpus.ts";

/** The corpus that the simulated world is made of. */
export const corpus = await loadCorpus(fileURLToPath(new URL("../../../benchmark", import.meta.url)));
