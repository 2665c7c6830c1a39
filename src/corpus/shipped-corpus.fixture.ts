import { fileURLToPath } from "node:url";
import { loadCorpus } from "./load-corpus.ts";

/** The corpus that is shipped, read by the loader and by no cache: once for all test files of a worker. */
export const shippedCorpus = await loadCorpus(fileURLToPath(new URL("../../benchmark", import.meta.url)));
