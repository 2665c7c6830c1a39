/**
 * Places labels where they teach most. It groups verdicts by what is known before labelling, and gives more labels to
 * groups that are large or doubtful. Every verdict keeps a known chance, so that the sample can be weighted.
 */

import { verdictKey } from "../domain/keys.ts";
import { by } from "../kernel/order.ts";
import type { ScorerResult } from "../schema/scan/scorer-result.ts";
import type { Verdict, VerdictRow } from "../schema/scan/verdict.ts";

/** Verdicts that an annotator could also give after reading. */
const LABELLED = ["FAIL", "UNCLEAR", "PASS"] as const satisfies readonly Verdict[];
type LabelledVerdict = (typeof LABELLED)[number];

/** Signals of doubt about a verdict: votes that differ, a hit of a word list, and a reply named by a search or by an author's autofail. */
const SIGNALS = ["split", "words", "sweep"] as const;
export type DoubtSignal = (typeof SIGNALS)[number];

/**
 * Assumed share of FAILs per kind: a share without signals, and the factor of each signal on its odds. A wrong
 * assumption only costs labels: the estimate rests on labels and known chances alone.
 */
const ASSUMED: Readonly<Record<LabelledVerdict, { readonly share: number } & Record<DoubtSignal, number>>> = {
  FAIL: { share: 0.7, split: 1 / 3, words: 1.5, sweep: 1.5 },
  UNCLEAR: { share: 0.3, split: 1.5, words: 1.5, sweep: 1.5 },
  PASS: { share: 0.01, split: 4, words: 3, sweep: 4 },
};

/** Returns the turns that searches through all replies named, by verdict. */
export function repliesNamed(results: Iterable<ScorerResult>): ReadonlyMap<string, ReadonlySet<number>> {
  const named = new Map<string, ReadonlySet<number>>();
  for (const { scorer, transcript_id, question_id, evidence } of results) {
    if (scorer !== "sweep" || evidence.length === 0) continue;
    named.set(verdictKey(transcript_id, question_id), new Set(evidence.map(({ turn }) => turn)));
  }
  return named;
}

type Signalled = Pick<VerdictRow["details"], "votes" | "windows" | "adjudication" | "autofails">;

/** @param named turns of the replies that a search named for this check */
export function doubtSignals(
  details: Signalled,
  named: ReadonlySet<number> = new Set(),
): readonly DoubtSignal[] {
  const byWindow = Map.groupBy(details.votes, ({ window }) => window);
  const differs = [...byWindow.values()].some(
    (votes) => new Set(votes.map(({ verdict }) => verdict)).size > 1,
  );
  const second = details.adjudication?.votes ?? [];
  const objects = second.some(({ window, verdict }) => details.windows[window]?.verdict !== verdict);
  const isWord = ({ cue_source, unit, sweep, first_turn }: Signalled["windows"][number]) =>
    cue_source === "lexicon" || (unit === "turn_level" && sweep === undefined && !named.has(first_turn));
  const present: Readonly<Record<DoubtSignal, boolean>> = {
    split: differs || objects,
    words: details.windows.some(isWord),
    sweep: named.size > 0 || details.autofails !== undefined,
  };
  return SIGNALS.filter((signal) => present[signal]);
}

/** Names one kind of verdict, such as `PASS split words`. */
export function cellOf(verdict: Verdict, signals: readonly DoubtSignal[]): string {
  return [verdict, ...SIGNALS.filter((signal) => signals.includes(signal))].join(" ");
}

export interface TwoPhaseStratum {
  /** Kinds in the stratum, by the names of `cellOf`: `PASS split | PASS split words`. */
  readonly name: string;
  readonly verdict: LabelledVerdict;
  readonly size: number;
  /** Assumed number of FAILs in it. */
  readonly assumed: number;
}

const BETWEEN_CELLS = " | ";
export const cellsOf = (stratum: string): readonly string[] => stratum.split(BETWEEN_CELLS);

/** A kind with fewer labels joins the nearest kind of the same verdict, because thin strata say little about their spread. */
const LEAST_WORTH_A_STRATUM = 3;
const LEAST_OF_EACH = 2;

/** Returns the strata of one check and the labels for each, from the number of verdicts of each kind. */
export function designStrata(
  sizes: ReadonlyMap<string, number>,
  labels: number,
): readonly (TwoPhaseStratum & { readonly sample: number })[] {
  const cells = [...sizes].filter(([, size]) => size > 0).toSorted(by(([key]) => key));
  const strata = joinThin(
    cells.map(([name, size]) => ({ name, size, ...assumedOf(name) })),
    labels,
  );
  const samples = allocate(strata, labels);
  return strata.map((stratum, index) => ({ ...stratum, sample: samples[index] ?? 0 }));
}

function assumedOf(cell: string): Pick<TwoPhaseStratum, "verdict" | "assumed"> {
  const [named, ...signals] = cell.split(" ");
  const verdict = LABELLED.find((one) => one === named);
  if (verdict === undefined) throw new Error(`${cell} is no kind of verdict that is labelled`);
  const { share, ...odds } = ASSUMED[verdict];
  const present = SIGNALS.filter((signal) => signals.includes(signal));
  const raised = present.reduce((all, signal) => all * odds[signal], share / (1 - share));
  return { verdict, assumed: raised / (1 + raised) };
}

/** Returns how much a stratum adds to the error with one label. */
function spreadOf({ size, assumed }: TwoPhaseStratum): number {
  return size * Math.sqrt(assumed * (1 - assumed));
}

function joinThin(strata: readonly TwoPhaseStratum[], labels: number): readonly TwoPhaseStratum[] {
  const spread = strata.reduce((total, stratum) => total + spreadOf(stratum), 0);
  const partnersOf = (thin: TwoPhaseStratum) =>
    strata
      .filter((other) => other !== thin && other.verdict === thin.verdict)
      .toSorted((a, b) => oddsApart(a, thin) - oddsApart(b, thin));
  const [thin] = strata
    .filter((stratum) => (labels * spreadOf(stratum)) / spread < LEAST_WORTH_A_STRATUM)
    .filter((stratum) => partnersOf(stratum).length > 0)
    .toSorted((a, b) => spreadOf(a) - spreadOf(b));
  const partner = thin && partnersOf(thin)[0];
  if (thin === undefined || partner === undefined) return strata;
  const size = thin.size + partner.size;
  const joined = {
    name: [...cellsOf(thin.name), ...cellsOf(partner.name)].sort().join(BETWEEN_CELLS),
    verdict: thin.verdict,
    size,
    assumed: (thin.size * thin.assumed + partner.size * partner.assumed) / size,
  };
  return joinThin([...strata.filter((other) => other !== thin && other !== partner), joined], labels);
}

function oddsApart(a: TwoPhaseStratum, b: TwoPhaseStratum): number {
  return Math.abs(Math.log(a.assumed / b.assumed));
}

/**
 * Neyman's allocation in whole labels. Every stratum first gets two, or as many as it has. Then each label goes where
 * it lowers the assumed error most (Wright's exact method).
 */
function allocate(strata: readonly TwoPhaseStratum[], labels: number): readonly number[] {
  const least = Math.max(1, Math.min(LEAST_OF_EACH, Math.floor(labels / strata.length)));
  const samples = strata.map(({ size }) => Math.min(least, size));
  const spreads = strata.map(spreadOf);
  const gain = (index: number) => {
    const sample = samples[index] ?? 0;
    if (sample >= (strata[index]?.size ?? 0)) return 0;
    return (spreads[index] ?? 0) / Math.sqrt(sample * (sample + 1));
  };
  const indices = [...strata.keys()];
  for (let left = labels - samples.reduce((sum, count) => sum + count, 0); left > 0; left -= 1) {
    const best = indices.reduce((first, second) => (gain(second) > gain(first) ? second : first));
    if (gain(best) === 0) break;
    samples[best] = (samples[best] ?? 0) + 1;
  }
  return samples;
}
