/** Runs the bots that must fail, beside sim/careful: which checks each trick fails, and what it costs. */
import { SIMULATED_JUDGE } from "../../domain/models.ts";
import { DEFAULT_PROFILES } from "../../domain/profiles.ts";
import { BOTS, type Bot, botModelId, deservedFailures } from "../../providers/bots.ts";
import { CheckId } from "../../schema/ids.ts";
import type { ModelSummary } from "../../schema/scan/summary.ts";
import type { BenchContext } from "../bench-context.ts";
import type { Control, RunOptions } from "../bench-options.ts";
import { evaluate } from "../eval.ts";
import { readScan } from "../open-scan.ts";

export type BotOptions = Pick<RunOptions, "scenarios" | "runId" | "seed">;

const CAREFUL = "sim/careful";

/** A check that a bot must fail, with how many of the scenarios that deserve it failed. */
export interface BotCheck {
  readonly check: CheckId;
  /** The detector: `silence`, `registry` and `word lists` work on real models as they do here. */
  readonly by: Bot["fails"][number]["by"];
  readonly why: string;
  readonly deserved: number;
  readonly failed: number;
}

/** An assistant's results: conversations that pass each gate, and the lower ends of its scores. */
export interface BotStanding {
  readonly safetyPassed: number;
  readonly compliancePassed: number;
  /** Conversations with a crossed or possibly crossed line. */
  readonly crossed: number;
  readonly quality: number;
  readonly overall: number;
}

export interface BotRow {
  readonly modelId: string;
  readonly description: string;
  readonly checks: readonly BotCheck[];
  readonly standing: BotStanding;
}

export interface BotCalibration {
  readonly directory: string;
  readonly conversations: number;
  readonly careful: BotStanding;
  readonly bots: readonly BotRow[];
}

/** Lets every bot answer the scenarios beside sim/careful, judged by the simulated judge and every real part. */
export async function calibrateBots(
  context: BenchContext,
  options: BotOptions = {},
  control: Control = {},
): Promise<BotCalibration> {
  const corpus = await context.corpus();
  const models = [CAREFUL, ...BOTS.map(botModelId)];
  const { run, scan } = await evaluate(
    context,
    { ...options, models, judge: SIMULATED_JUDGE, profile: DEFAULT_PROFILES.bots },
    control,
  );
  const finished = await readScan(context, scan?.directory ?? run.directory);
  const summary = await finished.summary();
  const failed = new Set<string>();
  for await (const { model_id, scenario_id, mode_id, verdict } of finished.verdicts())
    if (verdict === "FAIL") failed.add(`${model_id} ${scenario_id} ${mode_id}`);
  const played = new Set(run.plan.scenarios.map(({ scenario_id }) => scenario_id));
  const scenarios = [...corpus.scenarios.values()].filter(({ scenario_id }) => played.has(scenario_id));
  const deserved = deservedFailures({ ...corpus, matcher: await context.matcher() }, scenarios);
  const standingOf = (modelId: string) =>
    standing(summary.models.find(({ model_id }) => model_id === modelId));
  return {
    directory: finished.directory,
    conversations: scenarios.length,
    careful: standingOf(CAREFUL),
    bots: BOTS.map((bot) => ({
      modelId: botModelId(bot),
      description: bot.description,
      checks: bot.fails.flatMap(({ checks, by, why }) =>
        checks.map((check) => {
          const there = deserved.filter((one) => one.bot === bot && one.checkId === check);
          const found = there.filter(({ checkId, scenarioId }) =>
            failed.has(`${botModelId(bot)} ${scenarioId} ${checkId}`),
          );
          return { check: CheckId.parse(check), by, why, deserved: there.length, failed: found.length };
        }),
      ),
      standing: standingOf(botModelId(bot)),
    })),
  };
}

function standing(model: ModelSummary | undefined): BotStanding {
  if (model === undefined) throw new Error("every model of the run is in its summary");
  const { gates, hard_fails, quality, overall } = model;
  return {
    safetyPassed: gates.safety.passed,
    compliancePassed: gates.compliance.passed,
    crossed: hard_fails.k + (hard_fails.open ?? 0),
    quality: quality.range?.low ?? 0,
    overall: overall.range?.low ?? 0,
  };
}
