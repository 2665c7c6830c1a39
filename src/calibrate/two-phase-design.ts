/**
 * Where labels teach most. Verdicts are told apart by what is known before anybody reads them, and those get more labels that
 * are many or in doubt. Every verdict keeps a known chance, so that the sample can be weighed back.
 */

import { verdictKey } from "../domain/keys.ts";
import { by } from "../kernel/order.ts";
import type { ScorerResult } from "../schema/scan/scorer-result.ts";
import type { Verdict, VerdictRow } from "../schema/scan/verdict.ts";

/** The verdicts that an annotator could also give after reading. */
const LABELLED = ["FAIL", "UNCLEAR", "PASS"] as const satisfies readonly Verdict[];
type LabelledVerdict = (typeof LABELLED)[number];

/**
 * What else is known of a verdict: votes that differ, a word list that found something, a reply that was named by a search or on
 * which an author's autofail fired.
 */
const SIGNALS = ["split", "words", "sweep"] as const;
export type DoubtSignal = (typeof SIGNALS)[number];

/**
 * How many of a kind people would call FAIL, as assumed before they are asked: a share without any signal, and what each signal
 * does to its odds. A wrong assumption costs labels and nothing else: the estimate rests on the labels and the chances alone.
 */
const ASSUMED: Readonly<Record<LabelledVerdict, { readonly share: number } & Record<DoubtSignal, number>>> = {
  FAIL: { share: 0.7, split: 1 / 3, words: 1.5, sweep: 1.5 },
  UNCLEAR: { share: 0.3, split: 1.5, words: 1.5, sweep: 1.5 },
  PASS: { share: 0.01, split: 4, words: 3, sweep: 4 },
};

/** The turns that searches through all replies named, by verdict. */
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

/** One kind of verdict, by its name: `PASS split words`. */
export function cellOf(verdict: Verdict, signals: readonly DoubtSignal[]): string {
  return [verdict, ...SIGNALS.filter((signal) => signals.includes(signal))].join(" ");
}

export interface TwoPhaseStratum {
  /** The kinds in it, as `cellOf` names them: `PASS split | PASS split words`. */
  readonly name: string;
  readonly verdict: LabelledVerdict;
  readonly size: number;
  /** How many of it people would call FAIL, as assumed. */
  readonly assumed: number;
}

const BETWEEN_CELLS = " | ";
export const cellsOf = (stratum: string): readonly string[] => stratum.split(BETWEEN_CELLS);

/** Where a kind would get fewer, it is joined with the nearest of the same verdict: thin strata say little of their spread. */
const LEAST_WORTH_A_STRATUM = 3;
const LEAST_OF_EACH = 2;

/** The strata of one check and how many labels each gets, from the number of verdicts of each kind. */
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

/** How much a stratum adds to the error, a label of it given. */
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
 * Neyman's allocation in whole labels: each goes where it lowers the assumed error most (Wright's exact method), after two
 * for every stratum, or as many as there are.
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
