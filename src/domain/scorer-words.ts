/** Formatting of the scorers that are no gates, the same everywhere. Imports no value of a schema: the page uses it. */

import type { Counted, Estimate, OpenProportion } from "../schema/scan/estimates.ts";
import type { ModelScorers } from "../schema/scan/summary.ts";
import { formatCount, formatEstimate, formatFailures, formatQuantity } from "./number-words.ts";

/** Note wherever these scorers are shown. */
export const BESIDE_THE_SCORES =
  "Not part of any overall score, gate or tier: regard, coordination, memory and rubric.";

/** Note wherever tiers are shown. */
export const TIERS_NOTE =
  "Tiers go by lines crossed alone, and undecided lines count as crossed. Tier 1 is the best. Models of one tier are too close to call. The quality tier compares the models of one tier by quality, and moves none of them up or down.";

export const NOTHING_TO_JUDGE = "nothing to judge";

/** Title before a count of autofails. */
export const AUTOFAILS_TITLE = "Autofails (replies that did what the scenario's author rules out)";

/**
 * Conversations in which an autofail fired, out of those with such a criterion: "2/57 (0.4–12%), 1 open";
 * `null` if none was asked.
 */
export function describeAutofails({ rubric }: ModelScorers, fewestForRate: number): string | null {
  return rubric === null || rubric.autofails.n === 0 ? null : formatFailures(rubric.autofails, fewestForRate);
}

/** The same as a sentence; empty if none fired and none is undecided. */
export function autofailSentence({ rubric }: ModelScorers): string {
  const { k, n, open = 0 } = rubric?.autofails ?? { k: 0, n: 0 };
  const ruledOut = "a reply did what the scenario's author rules out (autofail)";
  const conversations = formatQuantity(n, "conversation");
  if (k > 0)
    return `In ${k} of ${conversations} ${ruledOut}${open > 0 ? `; in ${open} more it is open` : ""}.`;
  return open === 0 ? "" : `Whether ${ruledOut} is open in ${open} of ${conversations}.`;
}

/** One line of a table: a score, or a count that belongs to the score above it. */
export interface ScorerLine {
  readonly name: string;
  readonly words: string;
  /** `null` for a count, and if there was nothing to judge. */
  readonly score: Estimate | null;
  readonly isPart: boolean;
}

/** Lines of every scorer, each followed by its parts. */
export function describeScorers(scorers: ModelScorers, fewestForRate: number): readonly ScorerLine[] {
  const describeOpen = (proportion: OpenProportion) => formatFailures(proportion, fewestForRate);
  const { regard, coordination, memory, rubric } = scorers;
  return [
    scoreLine("Regard", regard?.score),
    ...Object.entries(regard?.questions ?? {}).map(([id, score]) =>
      partLine(readId(id), describeScore(score), score),
    ),
    scoreLine("Coordination", coordination?.score),
    ...(coordination === null
      ? []
      : [
          ...(coordination.needs_met === undefined
            ? []
            : [partLine("needs met", describeCount(coordination.needs_met))]),
          partLine("resources known there", describeResources(coordination.resources)),
          partLine("scope kept", describeOpen(coordination.scope_kept)),
        ]),
    scoreLine("Memory", memory?.score),
    ...(memory === null ? [] : [partLine("recalled of probed", describeCount(memory.recalled))]),
    scoreLine("Rubric", rubric?.score),
    ...(rubric === null ? [] : [partLine("autofails", describeOpen(rubric.autofails))]),
  ];
}

/** The scorers that had something to judge, in one line: "memory 0.71 (0.55–0.84)"; empty if none had. */
export function describeScorersShortly(scorers: ModelScorers, fewestForRate: number): string {
  return describeScorers(scorers, fewestForRate)
    .filter(({ words, isPart }) => words !== NOTHING_TO_JUDGE && !isPart)
    .map(({ name, words }) => `${name.toLowerCase()} ${words}`)
    .join(", ");
}

function scoreLine(name: string, score: Estimate | undefined): ScorerLine {
  return {
    name,
    words: score === undefined ? NOTHING_TO_JUDGE : describeScore(score),
    score: score ?? null,
    isPart: false,
  };
}

function partLine(name: string, words: string, score: Estimate | null = null): ScorerLine {
  return { name, words, score, isPart: true };
}

function describeScore(score: Estimate): string {
  return score.range === null ? NOTHING_TO_JUDGE : formatEstimate(score);
}

function describeCount({ k, n, open }: Counted): string {
  return `${formatCount(k, n)}${open === 0 ? "" : `, ${open} open`}`;
}

function describeResources(resources: NonNullable<ModelScorers["coordination"]>["resources"]): string {
  const { known, elsewhere, another = 0, unknown, open } = resources;
  const others = [
    ...(elsewhere === 0 ? [] : [`${elsewhere} known elsewhere`]),
    ...(another === 0 ? [] : [`${another} somebody else's`]),
    ...(unknown === 0 ? [] : [`${unknown} known to nobody`]),
  ];
  const count = describeCount({ k: known, n: known + elsewhere + another + unknown + open, open });
  return others.length === 0 ? count : `${count} (${others.join(", ")})`;
}

/** `autonomy_respect` as words. */
function readId(id: string): string {
  return id.replaceAll("_", " ");
}
