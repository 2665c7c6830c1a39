/**
 * Computes the cost of a publish scan of a whole board, compared with a layout that puts the check first and asks three
 * times.
 */
import { fileURLToPath } from "node:url";
import type { Corpus } from "../src/corpus/corpus.ts";
import { loadCorpus } from "../src/corpus/load-corpus.ts";
import { batchPrice } from "../src/domain/models.ts";
import { isEligible, scenarioTags } from "../src/domain/scenarios.ts";
import { cacheableFrom, loadsOf, type TokenLoad } from "../src/plan-scan/prefix-load.ts";
import type { ModelPrice } from "../src/schema/corpus/model-catalog.ts";

const TRANSCRIPTS = 64 * 22;
const GOAL = 0.5;
/** In batches, compared with the naive layout without batches. */
const BATCH_GOAL = 0.25;
/** Token counts measured on real scans: a window, a check's question, the contract, a billed answer. */
const WINDOW = 3146;
const QUESTION = 532;
const CONTRACT = 300;
const OUTPUT = 850;
/** Questions to a judge about one transcript, measured. */
const QUESTIONS = 12.1;
const NAIVE_VOTES = 3;
/** Votes for a question that is asked up to three times, from a replay of 3,040 real triples. */
const VOTES_OF_THREE = {
  "mixed, with a history of votes": 5411 / 3040,
  "decided throughout, without one": 6273 / 3040,
} as const;
const TOKENS = 1_000_000;

const MODELS = ["openai/gpt-5-mini", "openai/gpt-5.6-luna", "anthropic/claude-sonnet-5"];

/** Makes no calls: it computes from measured sizes and the prices of benchmark/configs/models.yaml. */
export async function bench(): Promise<readonly string[]> {
  const corpus = await loadCorpus(fileURLToPath(new URL("../benchmark", import.meta.url)));
  const thrice = shareAskedThrice(corpus);
  const header = `arithmetic from measured sizes: ${Math.round(thrice * 100)}% of the judged questions are routed to three votes, the others to one`;
  const lines = corpus.models.models
    .filter(({ model }) => MODELS.includes(model))
    .flatMap((price) => {
      const naive = naiveUsd(price);
      const beside = (usd: number, goal: number) =>
        `$${usd.toFixed(0)}, ${(usd / naive).toFixed(3)} of it (aim ${goal}: ${usd / naive <= goal ? "met" : "MISSED"})`;
      return [
        `${price.model}: $${naive.toFixed(0)} with the check first and ${NAIVE_VOTES} votes each`,
        ...Object.entries(VOTES_OF_THREE).flatMap(([policy, votes]) => {
          const all = thrice * votes + (1 - thrice);
          return [
            `  ${policy}: ${beside(ownUsd(price, all), GOAL)}`,
            `    in batches: ${beside(ownUsd(batchPrice(price), all), BATCH_GOAL)}`,
            `    in batches that no cache serves: ${beside(uncachedUsd(batchPrice(price), all), BATCH_GOAL)}`,
          ];
        }),
      ];
    });
  return [header, ...lines];
}

/** The share of the shipped scenarios' judge questions whose check asks for three votes. */
function shareAskedThrice({ scenarios, checks }: Corpus): number {
  const asked = [...scenarios.values()]
    .filter((scenario) => scenario.status === "active")
    .flatMap((scenario) => {
      const tags = scenarioTags(scenario);
      return [...checks.values()].filter((check) => check.routing.llm_required && isEligible(check, tags));
    });
  return asked.filter((check) => check.routing.repetitions === 3).length / asked.length;
}

/** Puts the check's text before the window, so that no two questions share a prefix and nothing is cached. */
function naiveUsd(price: ModelPrice): number {
  return uncachedUsd(price, NAIVE_VOTES);
}

function uncachedUsd(price: ModelPrice, votes: number): number {
  const calls = TRANSCRIPTS * QUESTIONS * votes;
  return (calls * ((CONTRACT + WINDOW + QUESTION) * price.input + OUTPUT * price.output)) / TOKENS;
}

/** Puts contract and window first, shared by the questions about a window. Priced as in a plan. */
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
