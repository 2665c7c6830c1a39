import { type CardOfCheck, frozenCards } from "../calibrate/frozen-cards.ts";
import { type JudgeDrift, judgeDrift } from "../calibrate/judge-drift.ts";
import { hashOf } from "../kernel/hash.ts";
import { JUDGED_SET_VERSION, JudgedSet } from "../schema/judged-set.ts";
import type { ScanPlan } from "../schema/scan-plan.ts";
import { MissingArtifactError } from "../store/missing-artifact-error.ts";
import { readJsonArtifact } from "../store/read-artifact.ts";
import { writeJsonArtifact } from "../store/write-artifact.ts";
import type { Control, ScanOptions } from "./bench-options.ts";
import { judgeCards } from "./judge-cards.ts";
import { NoSuchFileError } from "./no-such-file-error.ts";
import { selectCards } from "./select-cards.ts";
import type { Workshop } from "./workshop.ts";

export interface DriftOptions extends ScanOptions {
  readonly judge: string;
  /** What the judge said before; its cards are the ones judged again. */
  readonly baseline?: string;
  /** Where what it says this time is kept, as a later baseline. */
  readonly write?: string;
  /** Cards of a set that no baseline fixes. @default 40 */
  readonly size?: number;
  /** Draws them. @default 0 */
  readonly seed?: number;
}

export interface DriftCalibration {
  readonly judge: string;
  readonly directory: string;
  readonly plan: ScanPlan;
  /** `null` after a dry run. */
  readonly judged: JudgedSet | null;
  /** `null` without a baseline, or after a dry run. */
  readonly drift: JudgeDrift | null;
}

const DEFAULT_SIZE = 40;

/** A frozen set of golden cards put to a judge with fresh votes, against what it said before. */
export async function calibrateDrift(
  workshop: Workshop,
  options: DriftOptions,
  control: Control,
): Promise<DriftCalibration> {
  const corpus = await workshop.corpus();
  const baseline = options.baseline === undefined ? null : await readJudgedSet(options.baseline);
  const offered = selectCards(corpus, options.checks ?? []);
  const cards = baseline === null ? draw(offered, options) : cardsOf(baseline, offered);
  const { judged, ...rest } = await judgeCards(workshop, cards, { options, fresh: true }, control);
  if (judged === null) return { judge: options.judge, ...rest, judged: null, drift: null };
  const set = JudgedSet.parse({
    schema_version: JUDGED_SET_VERSION,
    judge: options.judge,
    corpus_version: corpus.version,
    scoring: rest.plan.fingerprints.scoring,
    verdicts: judged.map(({ card, verdict }) => ({
      item: card.card_id,
      text_hash: hashOf(card.turns),
      verdict,
    })),
  });
  if (options.write !== undefined) await writeJsonArtifact(options.write, set);
  return { judge: options.judge, ...rest, judged: set, drift: baseline && judgeDrift(baseline, set) };
}

async function readJudgedSet(path: string): Promise<JudgedSet> {
  return readJsonArtifact(path, JudgedSet, JUDGED_SET_VERSION).catch((error: unknown) => {
    throw error instanceof MissingArtifactError ? new NoSuchFileError(path, { cause: error }) : error;
  });
}

function draw(offered: readonly CardOfCheck[], options: DriftOptions): readonly CardOfCheck[] {
  const byCheck = Map.groupBy(offered, ({ checkId }) => checkId);
  const golden = new Map([...byCheck].map(([id, cards]) => [id, cards.map(({ card }) => card)]));
  return frozenCards(golden, { size: options.size ?? DEFAULT_SIZE, seed: options.seed ?? 0 });
}

/** A card that is gone since is named among those not compared. */
function cardsOf(baseline: JudgedSet, offered: readonly CardOfCheck[]): readonly CardOfCheck[] {
  const wanted = new Set(baseline.verdicts.map(({ item }) => item));
  return offered.filter(({ card }) => wanted.has(card.card_id));
}
