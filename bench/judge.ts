/** What a publish scan of a whole board costs, beside the layout that puts the check first and asks three times. */
import { fileURLToPath } from "node:url";
import { loadCorpus } from "../src/corpus/load-corpus.ts";
import { isEligible, scenarioTags } from "../src/domain/scenarios.ts";
import { cacheableFrom, loadsOf, type TokenLoad } from "../src/plan-scan/prefix-load.ts";
import { ModelPrice } from "../src/schema/corpus/model-catalog.ts";

const TRANSCRIPTS = 64 * 22;
const GOAL = 0.5;
/** Tokens, as measured on real scans: a window, a check's question, the contract, a billed answer. */
const WINDOW = 3146;
const QUESTION = 532;
const CONTRACT = 300;
const OUTPUT = 850;
/** Questions to a judge about one transcript, as measured. */
const QUESTIONS = 12.1;
const NAIVE_VOTES = 3;
/** Votes for a question that is asked up to three times, replayed on 3,040 real triples. */
const VOTES_OF_THREE = {
  "mixed, with a history of votes": 5411 / 3040,
  "decided throughout, without one": 6273 / 3040,
} as const;
const TOKENS = 1_000_000;

/** List prices in US dollars for a million tokens, as in benchmark/configs/models.yaml. */
const PRICES = [
  { model: "openai/gpt-5-mini", input: 0.25, cached_input: 0.025, cache_write: 0.25, output: 2 },
  { model: "openai/gpt-5.6-luna", input: 0.2, cached_input: 0.02, cache_write: 0.25, output: 1.2 },
  { model: "anthropic/claude-sonnet-5", input: 2, cached_input: 0.2, cache_write: 2.5, output: 10 },
].map((price) => ModelPrice.parse({ ...price, family: "any", as_of: "2026-11-15", source: "models.yaml" }));

export async function bench(): Promise<readonly string[]> {
  const thrice = await shareAskedThrice();
  const header = `${Math.round(thrice * 100)}% of the judged questions are routed to three votes, the others to one`;
  const lines = PRICES.flatMap((price) => {
    const naive = naiveUsd(price);
    return [
      `${price.model}: $${naive.toFixed(0)} with the check first and ${NAIVE_VOTES} votes each`,
      ...Object.entries(VOTES_OF_THREE).map(([policy, votes]) => {
        const usd = ownUsd(price, thrice * votes + (1 - thrice));
        const ratio = usd / naive;
        return `  ${policy}: $${usd.toFixed(0)}, ${ratio.toFixed(2)} of it (aim ${GOAL}: ${ratio <= GOAL ? "met" : "MISSED"})`;
      }),
    ];
  });
  return [header, ...lines];
}

/** Of the questions that the shipped scenarios put to a judge, those whose check asks for three votes. */
async function shareAskedThrice(): Promise<number> {
  const { scenarios, checks } = await loadCorpus(fileURLToPath(new URL("../benchmark", import.meta.url)));
  const asked = [...scenarios.values()]
    .filter((scenario) => scenario.status === "active")
    .flatMap((scenario) => {
      const tags = scenarioTags(scenario);
      return [...checks.values()].filter((check) => check.routing.llm_required && isEligible(check, tags));
    });
  return asked.filter((check) => check.routing.repetitions === 3).length / asked.length;
}

/** The check's text goes before the window, so that no two questions begin alike; nothing is cached. */
function naiveUsd(price: ModelPrice): number {
  const calls = TRANSCRIPTS * QUESTIONS * NAIVE_VOTES;
  return (calls * ((CONTRACT + WINDOW + QUESTION) * price.input + OUTPUT * price.output)) / TOKENS;
}

/** Contract and window first: the questions about a window share them. As a plan prices it. */
function ownUsd(price: ModelPrice, votes: number): number {
  const calls = QUESTIONS * votes;
  const same = { min: calls, expected: calls, max: calls };
  const suffix = calls * QUESTION;
  const group = { prefix: CONTRACT + WINDOW, replies: WINDOW, calls: same, suffix };
  const { expected } = loadsOf(group, cacheableFrom(price), 1);
  return TRANSCRIPTS * usdOf(expected, price);
}

function usdOf(load: TokenLoad, price: ModelPrice): number {
  const usd =
    load.uncached * price.input +
    load.cacheWrite * (price.cache_write ?? price.input) +
    load.cacheRead * (price.cached_input ?? price.input) +
    load.calls * OUTPUT * price.output;
  return usd / TOKENS;
}

if (import.meta.main) for (const line of await bench()) console.log(line);
