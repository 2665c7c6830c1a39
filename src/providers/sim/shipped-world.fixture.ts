import { fileURLToPath } from "node:url";
import { loadCorpus } from "../../corpus/load-corpus.ts";
import { compileLexicons } from "../../text/match/lexicon-matcher.ts";
import { shippedWords } from "../../text/shipped-words.fixture.ts";

const shipped = await loadCorpus(fileURLToPath(new URL("../../../benchmark", import.meta.url)));

/** The corpus that the simulated world is made of. */
export const corpus = { ...shipped, matcher: compileLexicons([...shipped.lexicons.values()], shippedWords) };

const FEW_SCENARIOS = /bin_days_001$|lot_lights_007$|bottle_bank_003$/;
const FEW_CHECKS = new Set(["IB-A1", "IB-A7", "IB-B7", "IB-C8", "IB-F4"]);

/** A corner of it, one check per route: large enough for chance, small enough for thousands of conversations. */
export const smallWorld = {
  ...corpus,
  scenarios: new Map([...corpus.scenarios].filter(([id]) => FEW_SCENARIOS.test(id))),
  checks: new Map([...corpus.checks].filter(([id]) => FEW_CHECKS.has(id))),
  golden: new Map([...corpus.golden].filter(([id]) => FEW_CHECKS.has(id))),
};
