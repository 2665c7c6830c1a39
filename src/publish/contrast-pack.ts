/** Pairs a pack's conversations: twins with their originals in the core's scan, or the two halves of the pack's own pairs. */

import { differingParts } from "../domain/fingerprints.ts";
import { packMark } from "../domain/scenarios.ts";
import { by } from "../kernel/order.ts";
import { answerScores, compareScores, type PairedScore } from "../measure/paired-scores.ts";
import { familiesIn } from "../measure/scenario-means.ts";
import type { PackContrast } from "../schema/board/contrast-report.ts";
import type { PackKind } from "../schema/corpus/pack-manifest.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import type { PackMark, ScenarioId } from "../schema/ids.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import { type BoardScan, modelsOf } from "./board-scan.ts";
import { publishErrors, UnlikeScansError } from "./errors.ts";

type Scenarios = ReadonlyMap<ScenarioId, Scenario>;

/** One scenario of each side. */
interface Couple {
  readonly differsIn: string | null;
  readonly first: { readonly id: ScenarioId; readonly name: string };
  readonly second: { readonly id: ScenarioId; readonly name: string };
}

/** Computes a pack's paired differences, score by score. Undecided checks count either way on each side, as in every comparison. */
export function contrastPack(input: {
  readonly scan: BoardScan;
  /** Scan of the core, for comparison with twins. */
  readonly core: BoardScan | null;
  readonly pack: PackMark & { readonly kind: PackKind };
  readonly scenarios: { readonly pack: Scenarios; readonly core: Scenarios };
}): PackContrast {
  const { scan, core, pack, scenarios } = input;
  const isTwins = pack.kind === "twins";
  const couples = isTwins ? twins(scenarios.pack) : pairs(scenarios.pack);
  const mark = packMark(pack);
  if (couples.length === 0 || mark === null || (isTwins && core === null))
    throw publishErrors.IB_NO_CONTRAST(scan.path);
  if (core !== null) refuseUnlike(core, scan);
  const firsts = core ?? scan;
  const present = (cards: readonly Scorecard[]) => new Set(cards.map((card) => card.scenario_id));
  const [there, here] = [present(firsts.scorecards), present(scan.scorecards)];
  const paired = couples.filter(({ first, second }) => there.has(first.id) && here.has(second.id));
  const sides = Map.groupBy(paired, ({ differsIn, first, second }) =>
    JSON.stringify([differsIn, first.name, second.name]),
  );
  const familyOf = familiesIn({ get: (id) => scenarios.core.get(id) ?? scenarios.pack.get(id) });
  const rows = modelsOf([scan]).flatMap(({ modelId }) =>
    [...sides.values()].flatMap((alike) => {
      const [some] = alike;
      if (some === undefined) return [];
      const firstOf = new Map(alike.map(({ first, second }) => [second.id, first.id]));
      const wanted = new Set(firstOf.values());
      const cardsOf = (cards: readonly Scorecard[]) => cards.filter((card) => card.model_id === modelId);
      const cards = {
        first: cardsOf(firsts.scorecards).filter((card) => wanted.has(card.scenario_id)),
        // Both halves of a pair get the same name: that of the first.
        second: cardsOf(scan.scorecards).flatMap((card) => {
          const scenario_id = firstOf.get(card.scenario_id);
          return scenario_id === undefined ? [] : [{ ...card, scenario_id }];
        }),
      };
      const scores = compareScores(cards, familyOf);
      return [
        { modelId, differsIn: some.differsIn, first: some.first.name, second: some.second.name, scores },
      ];
    }),
  );
  const answers = answerScores(rows.flatMap(({ scores }) => scores));
  const known = new Set(paired.flatMap(({ first, second }) => [first.id, second.id]));
  return {
    pack: mark,
    kind: pack.kind,
    scan: scan.path,
    core: core?.path ?? null,
    simulated: [...scan.scorecards, ...firsts.scorecards].some((card) => card.simulated),
    unpaired: [...here].filter((id) => !known.has(id)).toSorted(),
    rows: rows.map(({ modelId, differsIn, first, second, scores }) => ({
      model_id: modelId,
      differs_in: differsIn,
      first,
      second,
      scores: scores.map((score) => ({ ...score, ...answerTo(answers, score) })),
    })),
  };
}

function answerTo(answers: ReturnType<typeof answerScores>, score: PairedScore) {
  return answers.get(score) ?? { p_holm: null, answer: "cannot_tell" as const };
}

function twins(scenarios: Scenarios): readonly Couple[] {
  return [...scenarios.values()].flatMap(({ scenario_id, twin_of }) =>
    twin_of === undefined
      ? []
      : [
          {
            differsIn: null,
            first: { id: twin_of, name: "core" },
            second: { id: scenario_id, name: "twin" },
          },
        ],
  );
}

/** Returns the halves of a pair in the order of their groups, so that pairs of the same two groups share a table. */
function pairs(scenarios: Scenarios): readonly Couple[] {
  const halves = [...scenarios.values()].filter(({ pair }) => pair !== undefined);
  return [...Map.groupBy(halves, ({ pair }) => pair).values()].flatMap((pair) => {
    const [first, second] = pair
      .map(({ scenario_id: id, group: name = "" }) => ({ id, name }))
      .toSorted(by(({ name }) => name));
    const differsIn = pair[0]?.differs_in ?? null;
    return first === undefined || second === undefined ? [] : [{ differsIn, first, second }];
  });
}

/** Expected differences between a core scan and a pack scan: the scenarios, and what a pack brings with them. */
const OF_A_PACK = ["scenarios", "reference", "pack"];

/** Lists the parts in which a pack's scan differs from the core's, besides those of every pack. */
export function changedFromCore(
  core: Pick<BoardScan, "plan">,
  scan: Pick<BoardScan, "plan">,
): readonly string[] {
  const [mine, theirs] = [core.plan.fingerprints, scan.plan.fingerprints];
  return [
    ...differingParts(mine.transcripts?.parts ?? {}, theirs.transcripts?.parts ?? {}, [
      ...OF_A_PACK,
      "models",
    ]).map((part) => `transcripts.${part}`),
    ...differingParts(mine.scoring.parts, theirs.scoring.parts, OF_A_PACK).map((part) => `scoring.${part}`),
  ];
}

function refuseUnlike(core: BoardScan, scan: BoardScan): void {
  const differing = changedFromCore(core, scan);
  if (differing.length > 0)
    throw new UnlikeScansError(
      core.path,
      scan.path,
      differing,
      "Judge both in the same way, and contrast those scans.",
    );
}
