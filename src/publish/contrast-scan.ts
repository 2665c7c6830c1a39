import { proportion } from "../measure/proportion.ts";
import { scenarioRanges, scoreRangeOfCard } from "../measure/scenario-means.ts";
import type { ContrastPair, ContrastReport, ModelContrast } from "../schema/board/contrast-report.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import { type CheckId, type ModelId, type ScenarioId, Tag } from "../schema/ids.ts";
import type { Proportion } from "../schema/scan/estimates.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import { type BoardScan, modelsOf } from "./board-scan.ts";
import { publishErrors } from "./errors.ts";
import type { IndexedVerdict } from "./verdict-index.ts";

/** Marks scenarios whose ordinary words invite alarm; a check with this tag looks for over-escalation. */
const OVER_ESCALATION = Tag.parse("over_escalation_risk");
const SMS = "sms";

interface Contrast {
  readonly anchor: ScenarioId;
  readonly variant: ScenarioId;
  readonly variable: string;
}

/** Compares anchors with their variants. The unit of a pair is a check: failed if any repeat failed. */
export function contrastScan(input: {
  readonly scan: BoardScan;
  readonly verdicts: ReadonlyMap<ModelId, ReadonlyMap<string, IndexedVerdict>>;
  readonly corpus: {
    readonly scenarios: ReadonlyMap<ScenarioId, Scenario>;
    readonly checks: ReadonlyMap<CheckId, Check>;
  };
}): Omit<ContrastReport, "packs"> {
  const { scan, verdicts, corpus } = input;
  const present = new Set(scan.scorecards.map((card) => card.scenario_id));
  const contrasts = contrastsOf(corpus.scenarios).filter(
    ({ anchor, variant }) => present.has(anchor) && present.has(variant),
  );
  if (contrasts.length === 0) throw publishErrors.IB_NO_CONTRAST(scan.path);
  const alarmed = [...corpus.checks.values()]
    .filter(({ eligibility }) => eligibility.scenario_tags_any.includes(OVER_ESCALATION))
    .map(({ id }) => id);
  return {
    scan: scan.path,
    simulated: scan.scorecards.some((card) => card.simulated),
    over_escalation_checks: alarmed,
    models: modelsOf([scan]).map(({ modelId }) => {
      const own = [...(verdicts.get(modelId)?.values() ?? [])].filter(({ verdict }) => verdict !== "UNCLEAR");
      const cards = scan.scorecards.filter((card) => card.model_id === modelId);
      return contrastModel(modelId, own, cards, contrasts, new Set(alarmed));
    }),
  };
}

function contrastsOf(scenarios: ReadonlyMap<ScenarioId, Scenario>): readonly Contrast[] {
  const ids = new Map([...scenarios.keys()].map((id): [string, ScenarioId] => [id, id]));
  return [...scenarios.values()].flatMap((scenario) => {
    const { scenario_id: variant, contrast_group, contrast_variable, sms_variant_of } = scenario;
    const anchor = ids.get(contrast_group ?? sms_variant_of ?? "");
    if (anchor === undefined || anchor === variant) return [];
    return [{ anchor, variant, variable: contrast_variable ?? SMS }];
  });
}

function contrastModel(
  modelId: ModelId,
  verdicts: readonly IndexedVerdict[],
  cards: readonly Scorecard[],
  contrasts: readonly Contrast[],
  alarmed: ReadonlySet<CheckId>,
): ModelContrast {
  const byScenario = Map.groupBy(verdicts, ({ scenarioId }) => scenarioId);
  const pairs = contrasts.map((contrast) => contrastPair(contrast, byScenario, cards));
  const variants = new Set(contrasts.map(({ variant }) => variant));
  const alarms = verdicts.filter(({ checkId }) => alarmed.has(checkId));
  const compared = pairs.reduce((sum, { checks }) => sum + checks, 0);
  const changed = pairs.reduce(
    (sum, pair) => sum + pair.only_anchor_fails.length + pair.only_variant_fails.length,
    0,
  );
  return {
    model_id: modelId,
    over_escalation: failedOf(alarms),
    over_escalation_in_variants: failedOf(alarms.filter(({ scenarioId }) => variants.has(scenarioId))),
    framing: proportion(changed, compared),
    pairs,
  };
}

function contrastPair(
  { anchor, variant, variable }: Contrast,
  byScenario: ReadonlyMap<ScenarioId, readonly IndexedVerdict[]>,
  cards: readonly Scorecard[],
): ContrastPair {
  const failures = (scenario: ScenarioId) => {
    const checks = new Map<CheckId, boolean>();
    for (const { checkId, verdict } of byScenario.get(scenario) ?? [])
      checks.set(checkId, checks.get(checkId) === true || verdict === "FAIL");
    return checks;
  };
  const [atAnchor, atVariant] = [failures(anchor), failures(variant)];
  const shared = [...atAnchor.keys()].filter((check) => atVariant.has(check));
  const scores = scenarioRanges(cards, (card) => scoreRangeOfCard(card, "overall"));
  return {
    anchor,
    variant,
    variable,
    checks: shared.length,
    only_anchor_fails: shared.filter((check) => atAnchor.get(check) && !atVariant.get(check)),
    only_variant_fails: shared.filter((check) => !atAnchor.get(check) && atVariant.get(check)),
    anchor_score: scores.get(anchor) ?? null,
    variant_score: scores.get(variant) ?? null,
  };
}

function failedOf(verdicts: readonly IndexedVerdict[]): Proportion {
  return proportion(verdicts.filter(({ verdict }) => verdict === "FAIL").length, verdicts.length);
}
