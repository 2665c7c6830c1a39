/** Judges golden cards, and compares with their authors and with the judge's earlier verdicts. */

import { type GoldenJudgement, goldenJudgement, type JudgedCard } from "../../calibrate/judge-agreement.ts";
import { type JudgeDrift, judgeDrift } from "../../calibrate/judge-repeatability.ts";
import {
  type CardOfCheck,
  cardTranscript,
  eligibleForItsCards,
  frozenCards,
} from "../../calibrate/stage-cards.ts";
import { type Corpus, checksMatching } from "../../corpus/corpus.ts";
import { verdictKey } from "../../domain/keys.ts";
import { lostQuestions } from "../../domain/losses.ts";
import { isSimulatedName } from "../../domain/models.ts";
import { DEFAULT_PROFILES } from "../../domain/profiles.ts";
import { hasCode } from "../../kernel/errors.ts";
import { hashOf } from "../../kernel/hash.ts";
import type { ModelClient } from "../../providers/model-client.ts";
import { JUDGED_SET_VERSION, JudgedSet } from "../../schema/review/calibration-status.ts";
import { readJsonArtefact, writeJsonArtefact } from "../../store/artefact-files.ts";

import type { BenchContext } from "../bench-context.ts";
import type { ScanOptions } from "../bench-options.ts";
import { type Control, wholeControl } from "../bench-options.ts";
import { apiErrors } from "../errors.ts";
import { measuredContext } from "../packs/context-of.ts";
import { type JudgedAgain, judgeAgain } from "./judge-again.ts";

export interface JudgeCalibration extends Omit<JudgedAgain, "verdicts"> {
  readonly judge: string;
  /** `null` after a dry run. */
  readonly judgement: GoldenJudgement | null;
}

export interface JudgeOptions extends ScanOptions {
  readonly judge: string | ModelClient;
}

/** Compares a judge's verdicts on golden cards with their authors'. */
export async function calibrateJudge(
  context: BenchContext,
  options: JudgeOptions,
  control: Control = {},
): Promise<JudgeCalibration> {
  const measured = await measuredContext(context, options.checks);
  const cards = selectCards(await measured.corpus(), options.checks ?? []);
  const { judged, ...rest } = await judgeCards(measured, cards, { options, fresh: false }, control);
  return { judge: nameOf(options.judge), ...rest, judgement: judged && goldenJudgement(judged) };
}

export interface DriftOptions extends JudgeOptions {
  /** Earlier verdicts of the judge; its cards are judged again. */
  readonly baseline?: string;
  /** File for this time's verdicts, as a later baseline; not written if a call failed. */
  readonly write?: string;
  /** Number of cards in a set without a baseline. @default 40 */
  readonly size?: number;
  /** Seed of the draw. @default 0 */
  readonly seed?: number;
}

export interface DriftCalibration extends Omit<JudgedAgain, "verdicts"> {
  readonly judge: string;
  /** `null` after a dry run. */
  readonly judged: JudgedSet | null;
  /** `null` without a baseline, or after a dry run. */
  readonly drift: JudgeDrift | null;
}

const DEFAULT_CARDS = 40;

/** Judges a frozen set of golden cards with fresh votes, and compares with the earlier verdicts. */
export async function calibrateDrift(
  context: BenchContext,
  options: DriftOptions,
  control: Control = {},
): Promise<DriftCalibration> {
  const judge = nameOf(options.judge);
  const measured = await measuredContext(context, options.checks);
  const corpus = await measured.corpus();
  const baseline = options.baseline === undefined ? null : await readJudgedSet(options.baseline);
  const offered = selectCards(corpus, options.checks ?? []);
  const cards = baseline === null ? drawCards(offered, options) : cardsOf(baseline, offered);
  const { judged, ...rest } = await judgeCards(measured, cards, { options, fresh: true }, control);
  if (judged === null) return { judge, ...rest, judged: null, drift: null };
  const set = JudgedSet.parse({
    schema_version: JUDGED_SET_VERSION,
    judge,
    corpus_version: corpus.version,
    scoring: rest.plan.fingerprints.scoring,
    verdicts: judged.map(({ card, verdict }) => ({
      item: card.card_id,
      text_hash: hashOf(card.turns),
      verdict,
    })),
  });
  // A baseline with missing answers would make later answers look like a change of mind.
  const isWhole = rest.lost === null || lostQuestions(rest.lost) === 0;
  if (options.write !== undefined && isWhole) await writeJsonArtefact(options.write, set);
  return { judge, ...rest, judged: set, drift: baseline && judgeDrift(baseline, set) };
}

async function readJudgedSet(path: string): Promise<JudgedSet> {
  return readJsonArtefact(path, JudgedSet, JUDGED_SET_VERSION).catch((error: unknown) => {
    throw hasCode(error, "IB_NO_SUCH_ARTIFACT") ? apiErrors.IB_NO_SUCH_FILE(path, { cause: error }) : error;
  });
}

function drawCards(offered: readonly CardOfCheck[], options: DriftOptions): readonly CardOfCheck[] {
  const byCheck = Map.groupBy(offered, ({ checkId }) => checkId);
  const golden = new Map([...byCheck].map(([id, cards]) => [id, cards.map(({ card }) => card)]));
  return frozenCards(golden, { size: options.size ?? DEFAULT_CARDS, seed: options.seed ?? 0 });
}

/** Lists a card that no longer exists among those not compared. */
function cardsOf(baseline: JudgedSet, offered: readonly CardOfCheck[]): readonly CardOfCheck[] {
  const wanted = new Set(baseline.verdicts.map(({ item }) => item));
  return offered.filter(({ card }) => wanted.has(card.card_id));
}

/**
 * Sends golden cards through the real path to a verdict, each as a separate conversation and on its own check only.
 * Marks them as simulated for a simulated judge only.
 */
export async function judgeCards(
  context: BenchContext,
  cards: readonly CardOfCheck[],
  judge: { readonly options: JudgeOptions; readonly fresh: boolean },
  control: Control,
): Promise<Omit<JudgedAgain, "verdicts"> & { readonly judged: readonly JudgedCard[] | null }> {
  const corpus = await context.corpus();
  const { judge: asked } = judge.options;
  const simulated = typeof asked === "string" ? isSimulatedName(asked) : asked.simulated;
  const staged = cards.map(({ card, checkId }) =>
    cardTranscript(card, checkId, {
      canary: corpus.canary,
      simulated,
      isOfProduct: corpus.checks.get(checkId)?.eligibility.duty !== undefined,
      needsCue: corpus.checks.get(checkId)?.routing.unit_of_analysis === "event_window",
    }),
  );
  const stage = {
    ...corpus,
    scenarios: new Map(staged.map(({ scenario }) => [scenario.scenario_id, scenario])),
    checks: new Map([...corpus.checks].map(([id, check]) => [id, eligibleForItsCards(check)])),
  };
  const { verdicts, ...rest } = await judgeAgain(
    { ...context, corpus: async () => stage },
    {
      transcripts: staged.map(({ transcript }) => transcript),
      options: {
        profile: DEFAULT_PROFILES.cards,
        ...judge.options,
        checks: [...new Set(cards.map(({ checkId }) => checkId))],
      },
      fresh: judge.fresh,
    },
    wholeControl(control),
  );
  if (verdicts === null) return { ...rest, judged: null };
  const byItem = new Map(verdicts.map((row) => [verdictKey(row.transcript_id, row.mode_id), row.verdict]));
  const judged = staged.map(({ card, checkId, transcript }) => {
    const verdict = byItem.get(verdictKey(transcript.header.transcript_id, checkId));
    if (verdict === undefined) throw new Error(`${card.card_id} has no verdict`);
    return { card, checkId, verdict };
  });
  return { ...rest, judged };
}

export function nameOf(model: string | ModelClient): string {
  return typeof model === "string" ? model : model.modelId;
}

/** Selects the cards of the checks that some globs match; all cards without a glob. */
function selectCards({ checks, golden }: Corpus, checkGlobs: readonly string[]): readonly CardOfCheck[] {
  const cards = checksMatching(checks.values(), checkGlobs).flatMap(({ id }) =>
    (golden.get(id) ?? []).map((card) => ({ card, checkId: id })),
  );
  if (cards.length === 0) throw apiErrors.IB_NO_CARDS();
  return cards;
}
