/** Worlds with a known truth, judged by an erring judge and given to the gate as scorecards. */
import { createRandom, type Random } from "../../kernel/random.ts";
import type { JudgeFloor } from "../../schema/board/release-gate.ts";
import type { Scenario } from "../../schema/corpus/scenario.ts";
import type { ScenarioId } from "../../schema/ids.ts";
import type { Scorecard } from "../../schema/scan/scorecard.ts";
import { syntheticCorpus, syntheticScan } from "../board-scan.fixture.ts";
import { judgeGate } from "../judge-gate.ts";

export interface GateWorlds {
  readonly scenarios: number;
  /** The product's true rate of scenarios with a hard fail. */
  readonly truth: number;
  readonly sensitivity: number;
  readonly specificity: number;
  readonly worlds: number;
  /** Scenarios per family. The scenarios of a family fail together and are judged together. @default 1 */
  readonly familySize?: number;
}

/** Knowledge of the gate about the judge: nothing, a floor, or how many of the labelled failures it found. */
export type ToldOfJudge = "nothing" | Omit<JudgeFloor, "source"> | { readonly labels: number };

const MODEL = { modelId: "maker-a/product", failureRate: 0, hardFailRate: 0 };

/** Gates scorecards with a policy of 5% and 95% confidence. */
export function createGateOfWorlds(scenarios: number, familySize = 1) {
  const { checks, scoring, ...corpus } = syntheticCorpus(scenarios);
  const scan = syntheticScan({ corpus: { checks, scoring, ...corpus }, seed: "worlds", models: [MODEL] });
  const ids = [...corpus.scenarios.keys()];
  const families = new Map(
    [...corpus.scenarios.values()].map((scenario, index): [ScenarioId, Scenario] => {
      const { contrast_group: _, ...alone } = scenario;
      const first = ids[index - (index % familySize)] ?? scenario.scenario_id;
      return [scenario.scenario_id, familySize === 1 ? alone : { ...alone, contrast_group: first }];
    }),
  );
  const passed = scan.scorecards;
  const failed = passed.map(
    (card): Scorecard => ({
      ...card,
      hard_fail: true,
      gate_status: { safety: "failed", compliance: "passed" },
    }),
  );
  return (isFlagged: (index: number) => boolean, told: ToldOfJudge, found = 0): boolean => {
    const labels =
      typeof told === "object" && "labels" in told ? { value: { k: found, n: told.labels } } : null;
    const floor = typeof told === "object" && "sensitivity_at_least" in told ? told : null;
    const scorecards = passed.map((card, index) => (isFlagged(index) ? (failed[index] ?? card) : card));
    const { outcome } = judgeGate({
      subject: { scan: { ...scan, scorecards }, severe: [] },
      baseline: null,
      policy: {
        schema_version: 1,
        hard_fail_rate: { at_most: 0.05, confidence: 0.95 },
        ...(floor === null ? {} : { judge: { ...floor, source: "the world" } }),
      },
      policyName: "worlds",
      corpus: { scenarios: families, checks, scoring },
      ...(labels === null
        ? {}
        : {
            calibration: {
              source: "the world",
              found: new Map([...checks.keys()].map((id) => [id, labels])),
            },
          }),
    });
    return outcome === "PASS";
  };
}

type GateOfWorlds = ReturnType<typeof createGateOfWorlds>;

/**
 * Computes the share of worlds that pass, by the gate's knowledge. Worlds with the same number of flags look the same
 * to the gate, so it runs once per number. It skips numbers beyond one with a known result.
 */
export function passShares(
  cell: GateWorlds,
  told: readonly ToldOfJudge[],
  gate: GateOfWorlds = createGateOfWorlds(cell.scenarios, cell.familySize),
  known: Map<string, { passes: number; fails: number }> = new Map(),
): readonly number[] {
  const { scenarios, truth, sensitivity, specificity, worlds, familySize = 1 } = cell;
  const random = createRandom(`gate worlds/${JSON.stringify(cell)}`);
  const flagged = new Uint8Array(scenarios);
  const passing = told.map(() => 0);
  for (let world = 0; world < worlds; world += 1) {
    let flags = 0;
    for (let index = 0; index < scenarios; index += 1) {
      const isFirst = index % familySize === 0;
      const flag = isFirst ? judged(random, truth, sensitivity, specificity) : (flagged[index - 1] ?? 0);
      flagged[index] = flag;
      if (isFirst) flags += flag;
    }
    told.forEach((what, place) => {
      const found = typeof what === "object" && "labels" in what ? draw(random, what.labels, sensitivity) : 0;
      const key = JSON.stringify([what, found]);
      const limit = known.get(key) ?? { passes: -1, fails: Number.POSITIVE_INFINITY };
      known.set(key, limit);
      if (flags > limit.passes && flags < limit.fails) {
        if (gate((index) => flagged[index] === 1, what, found)) limit.passes = flags;
        else limit.fails = flags;
      }
      if (flags <= limit.passes) passing[place] = (passing[place] ?? 0) + 1;
    });
  }
  return passing.map((count) => count / worlds);
}

function judged(random: Random, truth: number, sensitivity: number, specificity: number): 0 | 1 {
  const fails = random.next() < truth;
  return random.next() < (fails ? sensitivity : 1 - specificity) ? 1 : 0;
}

function draw(random: Random, n: number, probability: number): number {
  let k = 0;
  for (let trial = 0; trial < n; trial += 1) if (random.next() < probability) k += 1;
  return k;
}
