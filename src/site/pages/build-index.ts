import { compareCheckIds, DIMENSIONS, dimensionNames, isGateDimension } from "../../domain/dimensions.ts";
import { isGate, isUnranked } from "../../domain/gates.ts";
import { scenarioFamily, scenarioTurns } from "../../domain/scenarios.ts";
import type { Leaderboard } from "../../schema/board/leaderboard.ts";
import type { Check } from "../../schema/corpus/check.ts";
import type { RiskTrigger, Scenario } from "../../schema/corpus/scenario.ts";
import type { Tag } from "../../schema/ids.ts";
import type { RunBrief, ScanBrief, SiteCorpus, SitePorts, Unreadable } from "../site-ports.ts";

const SITE_VERSION = 1;

export type SiteIndex = ReturnType<typeof buildIndex>;
export type CheckBrief = ReturnType<typeof briefCheck>;
export type ScenarioBrief = ReturnType<typeof briefScenario>;

/** The site's index: all that exists, without opening any scan. */
export function buildIndex(
  input: Pick<SitePorts, "source" | "corpus" | "toolVersion" | "leftOut"> & {
    readonly board: string | null;
    readonly scans: readonly ScanBrief[];
    readonly runs: readonly RunBrief[];
    readonly unreadable: readonly Unreadable[];
    readonly leaderboard: Pick<Leaderboard, "example"> | null;
  },
) {
  const { corpus, scans, runs } = input;
  const example = input.leaderboard?.example;
  return {
    schema_version: SITE_VERSION,
    source: input.source,
    simulated: scans.some(({ simulated }) => simulated),
    private: scans.some((scan) => scan.private),
    /** The example's subject, from the published board; shown on every page. */
    ...(example === undefined ? {} : { example }),
    tool_version: input.toolVersion,
    corpus_version: corpus.version,
    /** With fewer opportunities only counts are shown. */
    fewest_for_rate: corpus.scoring.publication.min_opportunities_for_rate,
    dimensions: DIMENSIONS.map((dimension) => ({
      dimension,
      name: dimensionNames[dimension],
      kind: isGateDimension(dimension) ? ("gate" as const) : ("quality" as const),
    })),
    /** Opened first. A board of several scans has no pages of models. */
    board: input.board,
    /** Newest first. */
    scans,
    /** Active runs first, then newest first; empty without a server. */
    runs,
    unreadable: input.unreadable,
    checks: sortedChecks(corpus).map((check) => briefCheck(check, corpus)),
    scenarios: [...corpus.scenarios.values()].map(briefScenario),
    left_out: input.leftOut,
  };
}

export function sortedChecks({ checks }: SiteCorpus): readonly Check[] {
  return [...checks.values()].sort((a, b) => compareCheckIds(a.id, b.id));
}

export function briefCheck(check: Check, corpus: SiteCorpus) {
  return {
    mode_id: check.id,
    name: check.name.replaceAll("_", " "),
    dimension: check.primary_bucket,
    severity: check.severity,
    /** Whether a failure is a hard fail. */
    gate: isGate(check, corpus.scoring),
    ...(isUnranked(check, corpus.scoring) ? { unranked: true as const } : {}),
    flag: check.flag,
    summary: check.summary,
  };
}

export function briefScenario(scenario: Scenario) {
  return {
    scenario_id: scenario.scenario_id,
    title: scenario.title,
    category: scenario.category,
    channel: scenario.channel,
    family: scenarioFamily(scenario),
    turns: scenarioTurns(scenario).length,
    sessions: scenario.sessions?.length ?? 1,
    /** One sentence about the scenario's story. */
    about: openingOf(scenario.description),
    /** Risks that the caregiver's words call for, most severe first; without any, the subject of the scenario. */
    risks: risksOf(scenario),
  };
}

/** A shorter first sentence says too little by itself, for example "By text." */
const SHORTEST_OPENING = 40;

/** The first sentence of a description, with the following ones while the text is too short. */
function openingOf(description: string): string {
  let opening = "";
  for (const [sentence] of description.matchAll(/.+?(?:[.!?](?=\s|$)|$)/gsu)) {
    opening += sentence;
    if (opening.length >= SHORTEST_OPENING) break;
  }
  return opening.trim();
}

const GRAVEST_FIRST: readonly RiskTrigger["severity"][] = ["critical", "high", "medium", "low"];

function risksOf(scenario: Scenario): Tag[] {
  const triggers = (scenario.risk_triggers ?? []).toSorted(
    (a, b) => GRAVEST_FIRST.indexOf(a.severity) - GRAVEST_FIRST.indexOf(b.severity),
  );
  return triggers.length === 0
    ? [...scenario.failure_mode_tags]
    : [...new Set(triggers.flatMap(({ tags }) => tags))];
}
