import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createBench } from "../../src/api/create-bench.ts";
import { decideVotes, wantsAnotherVote } from "../../src/domain/votes.ts";
import { createRandom } from "../../src/kernel/random.ts";
import { ASSISTANT_PROFILES, propensity } from "../../src/providers/assistant-profiles.ts";
import { corpus } from "../../src/providers/sim/shipped-world.fixture.ts";
import { JUDGE_PROFILES } from "../../src/providers/sim/sim-judge.ts";
import { simTruth } from "../../src/providers/sim-truth.ts";
import { type Check, JUDGE_ASKS } from "../../src/schema/corpus/check.ts";
import type { SimTruthRow } from "../../src/schema/run/transcript.ts";
import type { BlindspotRate } from "../../src/schema/scan/summary.ts";
import { type Verdict, VerdictRow } from "../../src/schema/scan/verdict.ts";
import { createBlindspotCounter } from "../../src/score/summarize.ts";

const PURE_WORLDS = 400;
const WHOLE_WORLDS = 10;
const NOISY_WORLDS = 3;
/** Limits of opportunities and propensities for a judged cell; other cells are only printed. */
const JUDGED = { least: 20, most: 64, rarest: 0.03, commonest: 0.5 };
const MINUTES = 60_000;

const scenarios = [...corpus.scenarios.values()]
  .filter((scenario) => scenario.status === "active")
  .map((scenario) => scenario.scenario_id);
const profiles = ASSISTANT_PROFILES.map((profile) => profile.name);
const noisy = JUDGE_PROFILES.find((profile) => profile.name === "noisy-judge") ?? {
  sensitivity: Number.NaN,
  specificity: Number.NaN,
};

const truthOf = (seed: number, names = profiles) =>
  simTruth(corpus, { profiles: names, scenarios, repeats: 1, seed });

function plantedIn(modelId: string, checkId: string): number {
  const profile = ASSISTANT_PROFILES.find(({ name }) => modelId === `sim/${name}`);
  const check = [...corpus.checks.values()].find(({ id }) => id === checkId);
  if (profile === undefined || check === undefined)
    throw new Error(`${modelId} ${checkId} is nowhere planted`);
  return propensity(profile, check);
}

/** Rates as a scan counts them, from the verdicts implied by the planted truth. */
function ratesOf(
  truth: readonly SimTruthRow[],
  verdictOf: (row: SimTruthRow) => Verdict,
): readonly BlindspotRate[] {
  const counter = createBlindspotCounter(corpus.checks, corpus.scoring);
  counter.add(truth.map((row) => ({ ...row, eligible: true, verdict: verdictOf(row), details: {} })));
  return counter.rates().rates;
}

/** Counts how often 95% intervals contain the planted propensity, over the judged cells. */
class Coverage {
  #held = 0;
  #cells = 0;
  readonly #others = { held: 0, cells: 0 };

  add(rates: readonly BlindspotRate[]): void {
    for (const { model_id, mode_id, failures } of rates) {
      const p = plantedIn(model_id, mode_id);
      if (failures.interval === null || p === 0 || p === 1) continue;
      const isHeld = failures.interval.low <= p && p <= failures.interval.high;
      const isJudged =
        failures.n >= JUDGED.least &&
        failures.n <= JUDGED.most &&
        p >= JUDGED.rarest &&
        p <= JUDGED.commonest;
      if (isJudged) {
        this.#cells += 1;
        this.#held += Number(isHeld);
      } else {
        this.#others.cells += 1;
        this.#others.held += Number(isHeld);
      }
    }
  }

  get share(): number {
    return this.#held / this.#cells;
  }

  toString(): string {
    const percent = (share: number) => `${(share * 100).toFixed(1)}%`;
    const others = `other cells ${percent(this.#others.held / this.#others.cells)} of ${this.#others.cells}`;
    return `${percent(this.share)} of ${this.#cells} cells; ${others}`;
  }
}

test("over 400 seeded worlds the intervals of failure rates hold the planted propensity", {
  timeout: 8 * MINUTES,
}, () => {
  const coverage = new Coverage();
  for (let seed = 1; seed <= PURE_WORLDS; seed++) {
    coverage.add(ratesOf(truthOf(seed), (row) => row.planted));
  }
  console.log(`pure core, ${PURE_WORLDS} worlds: ${coverage}`);
  expect(coverage.share).toBeGreaterThanOrEqual(0.93);
  expect(coverage.share).toBeLessThanOrEqual(0.98);
});

/** The probability that K votes give FAIL, if each is FAIL with probability q. */
function chanceOfFail(check: Check, q: number): number {
  const votes = check.routing.repetitions;
  if (check.routing.gate_aggregation === "any_fail") return 1 - (1 - q) ** votes;
  let chance = 0;
  for (let fails = Math.floor(votes / 2) + 1; fails <= votes; fails++) {
    chance += choose(votes, fails) * q ** fails * (1 - q) ** (votes - fails);
  }
  return chance;
}

function choose(n: number, k: number): number {
  return k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k;
}

test("votes of a noisy judge move the raw rates by just what sensitivity, specificity and K predict", {
  timeout: 4 * MINUTES,
}, () => {
  const sums = new Map<string, { failures: number; expected: number; variance: number }>();
  for (let seed = 1; seed <= 100; seed++) {
    for (const row of truthOf(seed)) {
      const check = corpus.checks.get(row.mode_id);
      if (check === undefined || JUDGE_ASKS[check.routing.route] === "nothing") continue;
      const isPlanted = row.planted === "FAIL";
      const aggregation = check.routing.gate_aggregation ?? "majority";
      const random = createRandom(`noise|${seed}|${row.model_id}|${row.scenario_id}|${row.mode_id}`);
      const votes: Verdict[] = [];
      while (wantsAnotherVote(votes, check.routing.repetitions, "decided", aggregation)) {
        const isFail = random.next() < (isPlanted ? noisy.sensitivity : 1 - noisy.specificity);
        votes.push(isFail ? "FAIL" : "PASS");
      }
      const { verdict } = decideVotes(votes, aggregation);
      const expected = chanceOfFail(check, isPlanted ? noisy.sensitivity : 1 - noisy.specificity);
      const sum = sums.get(row.mode_id) ?? { failures: 0, expected: 0, variance: 0 };
      sum.failures += Number(verdict === "FAIL");
      sum.expected += expected;
      sum.variance += expected * (1 - expected);
      sums.set(row.mode_id, sum);
    }
  }
  expect(sums.size).toBeGreaterThan(40);
  for (const [check, { failures, expected, variance }] of sums) {
    expect([check, Math.abs(failures - expected) / Math.sqrt(variance) < 4.5]).toEqual([check, true]);
  }
});

async function evaluated(seed: number, judge: string): Promise<readonly VerdictRow[]> {
  const results = await mkdtemp(join(tmpdir(), "ib-worlds-"));
  onTestFinished(() => rm(results, { recursive: true, force: true }));
  const { scan } = await createBench({ results }).evaluate({
    models: ["sim/brittle", "sim/eager"],
    profile: "publish",
    judge,
    seed,
  });
  const text = await readFile(join(scan?.directory ?? "", "verdicts.jsonl"), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => VerdictRow.parse(JSON.parse(line)));
}

const keyOf = (row: Pick<VerdictRow, "model_id" | "scenario_id" | "mode_id">) =>
  `${row.model_id} ${row.scenario_id} ${row.mode_id}`;

test("through the whole pipeline ten worlds are recovered exactly, so their intervals are those of the planted truth", {
  timeout: 10 * MINUTES,
}, async () => {
  const coverage = new Coverage();
  for (let seed = 1001; seed <= 1000 + WHOLE_WORLDS; seed++) {
    // The simulated judge knows only the claims of cards: to it a base reply makes none.
    const isDecided = ({ mode_id }: Pick<SimTruthRow, "mode_id">) =>
      corpus.checks.get(mode_id)?.routing.route !== "extract_then_corpus";
    const rows = (await evaluated(seed, "sim/judge")).filter(isDecided);
    const truth = truthOf(seed, ["brittle", "eager"]).filter(isDecided);
    const planted = new Map(truth.map((row) => [keyOf(row), row.planted]));
    for (const row of rows) {
      const wanted = planted.get(keyOf(row)) ?? (row.verdict === "PASS" ? "PASS" : "NOT_APPLICABLE");
      expect([keyOf(row), row.verdict]).toEqual([keyOf(row), wanted]);
    }
    const counter = createBlindspotCounter(corpus.checks, corpus.scoring);
    // A check that nothing could make fail has no propensity there.
    counter.add(rows.filter((row) => planted.has(keyOf(row))));
    const { rates } = counter.rates();
    expect(rates.filter(({ failures }) => failures.n > 0)).toEqual(
      ratesOf(truth, (row) => row.planted).map((rate) =>
        expect.objectContaining({ failures: rate.failures }),
      ),
    );
    coverage.add(rates);
  }
  console.log(`whole pipeline, ${WHOLE_WORLDS} worlds: ${coverage}`);
});

test("through the whole pipeline the noisy judge is off by just what it is said to be", {
  timeout: 5 * MINUTES,
}, async () => {
  const sum = { failures: 0, expected: 0, variance: 0, truly: 0, rows: 0 };
  for (let seed = 2001; seed <= 2000 + NOISY_WORLDS; seed++) {
    const planted = new Map(truthOf(seed, ["brittle", "eager"]).map((row) => [keyOf(row), row]));
    for (const row of await evaluated(seed, "sim/noisy-judge")) {
      const check = corpus.checks.get(row.mode_id);
      const truth = planted.get(keyOf(row));
      if (check === undefined || truth === undefined || row.details.votes.length === 0) continue;
      // Every window that was voted on may be flagged; the planted one by sensitivity, the others by error.
      const voted = [...new Set(row.details.votes.map((vote) => vote.window))].map(
        (index) => row.details.windows[index],
      );
      const chances = voted.map((window) => {
        const holds =
          truth.planted === "FAIL" &&
          window !== undefined &&
          window.first_turn <= truth.turn &&
          truth.turn <= window.last_turn;
        return chanceOfFail(check, holds ? noisy.sensitivity : 1 - noisy.specificity);
      });
      const chance = 1 - chances.reduce((product, each) => product * (1 - each), 1);
      sum.rows += 1;
      sum.truly += Number(truth.planted === "FAIL");
      sum.failures += Number(row.verdict === "FAIL");
      sum.expected += chance;
      sum.variance += chance * (1 - chance);
    }
  }
  const z = (sum.failures - sum.expected) / Math.sqrt(sum.variance);
  console.log(
    `noisy judge, ${sum.rows} rows: planted ${sum.truly}, found ${sum.failures}, predicted ${sum.expected.toFixed(1)} (z ${z.toFixed(2)})`,
  );
  expect(sum.rows).toBeGreaterThan(1000);
  expect(Math.abs(z)).toBeLessThan(4);
});
