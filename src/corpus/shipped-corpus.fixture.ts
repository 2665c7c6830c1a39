import { fileURLToPath } from "node:url";
import { loadCorpus } from "./load-corpus.ts";

/** The shipped corpus, read by the loader without a cache, once for all test files of a worker. */
export const shippedCorpus = await loadCorpus(fileURLToPath(new URL("../../benchmark", import.meta.url)));
