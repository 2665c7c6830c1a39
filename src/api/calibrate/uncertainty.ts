import { peopleVerdict } from "../../calibrate/collect-labels.ts";
import {
  type JudgedScan,
  type ModelUncertainty,
  NO_JUDGE,
  refuseUnlikeJudges,
  type StudyPrices,
  scoreUncertainty,
} from "../../calibrate/score-uncertainty.ts";
import { createVoteCollector, type VoteWorth } from "../../calibrate/vote-worth.ts";
import type { Corpus } from "../../corpus/corpus.ts";
import { familiesIn, scoreOfCard } from "../../measure/scenario-means.ts";
import { targetCosts } from "../../measure/stage-costs.ts";
import { scoreVoteByVote } from "../../pipeline.ts";
import type { MarginScore } from "../../schema/board/release-gate.ts";
import type { ModelId } from "../../schema/ids.ts";
import type { Scorecard } from "../../schema/scan/scorecard.ts";
import type { Verdict, VerdictRow } from "../../schema/scan/verdict.ts";
import { sampleVariance } from "../../stats/sums.ts";
import type { BenchContext } from "../bench-context.ts";
import { type Stoppable, signalOf } from "../bench-options.ts";
import { judgedAlone, openEvidence } from "../open-scan.ts";
import { readLabelFiles } from "./labels.ts";

export interface UncertaintyOptions extends Stoppable {
  /** Score to analyse. @default "overall" */
  readonly score?: MarginScore;
  /** Label files of some of the verdicts: votes are then compared by their errors, not by their answers. */
  readonly labels?: readonly string[];
}

export interface UncertaintyCalibration {
  readonly score: MarginScore;
  readonly judges: readonly {
    readonly judge: string;
    readonly directory: string;
    /** Worth of a question's votes, by their number; empty for a judge without questions. */
    readonly votes: readonly VoteWorth[];
  }[];
  readonly models: readonly ModelUncertainty[];
}

/**
 * Splits the uncertainty of scores into its sources, and says what would narrow it. Several scans of the same
 * conversations count as several judges; asks no model.
 */
export async function calibrateUncertainty(
  context: BenchContext,
  paths: readonly string[],
  options: UncertaintyOptions = {},
): Promise<UncertaintyCalibration> {
  const { score = "overall", labels: files } = options;
  const corpus = await context.corpus();
  const labels = files === undefined ? null : await truthOf(files);
  const scans: JudgedScan[] = [];
  for (const path of paths)
    scans.push(await readJudgedScan(context, path, { corpus, score, labels, signal: signalOf(options) }));
  refuseUnlikeJudges(scans);
  const familyOf = familiesIn(corpus.scenarios);
  const models = [...new Set(scans.flatMap(({ cards }) => cards.map(({ model_id }) => model_id)))].toSorted();
  return {
    score,
    judges: scans.map(({ judge, directory, votes }) => ({ judge, directory, votes })),
    models: models.map((model) => scoreUncertainty(model, scans, { score, familyOf })),
  };
}

async function truthOf(files: readonly string[]): Promise<ReadonlyMap<string, Verdict>> {
  const items = (await readLabelFiles(files)).filter(({ item, axis }) => item.endsWith(`#${axis}`));
  return new Map(
    items.flatMap((labelled) => {
      const verdict = peopleVerdict(labelled);
      return verdict === null ? [] : [[labelled.item, verdict] as const];
    }),
  );
}

async function readJudgedScan(
  context: BenchContext,
  path: string,
  about: {
    readonly corpus: Corpus;
    readonly score: MarginScore;
    readonly labels: ReadonlyMap<string, Verdict> | null;
    readonly signal: AbortSignal;
  },
): Promise<JudgedScan> {
  const { corpus, score, labels, signal } = about;
  const { run, scan } = await judgedAlone(path, openEvidence(context, path));
  const plan = await scan.readPlan();
  const cards = await Array.fromAsync(scan.readScorecards());
  const collector = createVoteCollector(plan, corpus.checks, labels);
  const voteVariances = new Map<ModelId, number[]>();
  const planned = new Map(plan.transcripts.map((each) => [each.transcript_id, each]));
  for await (const rows of byTranscript(scan.readVerdicts())) {
    signal.throwIfAborted();
    for (const row of rows) collector.add(row);
    const [first] = rows;
    const about = first && planned.get(first.transcript_id);
    if (first === undefined || about?.complete !== true) continue;
    if (rows.every((row) => row.details.votes.every((vote) => vote.repetition === 1))) continue;
    const transcript = await run.readTranscript(first.transcript_id);
    const single = scoreVoteByVote({ plan, planned: about, transcript, rows, corpus });
    const values = (single ?? []).map((card) => scoreOfCard(card, score));
    if (values.length < 2 || values.includes(null)) continue;
    const variance = sampleVariance(values.map((value) => value ?? 0));
    voteVariances.set(first.model_id, [...(voteVariances.get(first.model_id) ?? []), variance]);
  }
  return {
    judge: plan.judge?.model_id ?? NO_JUDGE,
    path,
    directory: scan.directory,
    plan,
    cards,
    votes: collector.finish(),
    voteVariances,
    prices: await pricesOf(run, scan, cards),
  };
}

/** Groups rows by transcript, whose rows are consecutive. */
async function* byTranscript(rows: AsyncIterable<VerdictRow>): AsyncGenerator<readonly VerdictRow[]> {
  let group: VerdictRow[] = [];
  for await (const row of rows) {
    if (group[0] !== undefined && group[0].transcript_id !== row.transcript_id) {
      yield group;
      group = [];
    }
    group.push(row);
  }
  if (group.length > 0) yield group;
}

type Opened = Awaited<ReturnType<typeof openEvidence>>;

/** Cost of a conversation and of judging it: in dollars if anything was paid, otherwise in calls. */
async function pricesOf(
  run: Opened["run"],
  scan: Opened["scan"],
  cards: readonly Scorecard[],
): Promise<ReadonlyMap<ModelId, StudyPrices>> {
  const judged = (await scan.readCostReport()).actual;
  const runs = await Promise.all(
    run.runs.map(async (each) => ({ plan: await each.readRunPlan(), manifest: await each.readManifest() })),
  );
  const usd = new Map(runs.flatMap(({ plan, manifest }) => targetCosts(plan, manifest)));
  const prices = new Map<ModelId, StudyPrices>();
  for (const [model, own] of Map.groupBy(cards, ({ model_id }) => model_id)) {
    if (judged === null) continue;
    // Answers from a cache were paid for once, and would be again in a new run.
    const fresh = judged.calls - (judged.from_cache ?? 0);
    const judgingUsd =
      judged.cost_usd === null || fresh === 0 ? null : (judged.cost_usd / fresh) * judged.calls;
    const targetUsd = usd.get(model) ?? null;
    if (targetUsd !== null && judgingUsd !== null && targetUsd + judgingUsd > 0) {
      prices.set(model, {
        unit: "usd",
        conversation: targetUsd / own.length,
        judging: judgingUsd / cards.length,
      });
      continue;
    }
    const calls = runs
      .map(({ manifest }) => manifest.by_model?.[model]?.calls)
      .find((each) => each !== undefined);
    if (calls === undefined || calls === 0) continue;
    prices.set(model, {
      unit: "calls",
      conversation: calls / own.length,
      judging: judged.calls / cards.length,
    });
  }
  return prices;
}
