/** Measures how often a difference between groups of caregivers is reported, without and with a true difference. */
import { groupRates } from "../src/measure/group-rates.ts";
import {
  groupedCards,
  groupedScenarios,
  pairedScenarios,
  type Treatment,
} from "../src/measure/group-worlds.fixture.ts";
import type { Scenario } from "../src/schema/corpus/scenario.ts";
import type { GroupDifference } from "../src/schema/scan/summary.ts";

const WORLDS = 400;
const GAPS = [0.1, 0.2, 0.3] as const;
/** The promised 5%, plus two points for the error of this number of worlds. */
const MOST = 0.07;

type Scenarios = ReturnType<typeof groupedScenarios>;

export async function bench(): Promise<readonly string[]> {
  const alike: readonly (readonly [string, Scenarios, Treatment])[] = [
    ["28 scenarios, 20% hard fails", groupedScenarios(28), { quality: 0.7, hardFailRate: 0.2 }],
    ["28 scenarios, 3% hard fails", groupedScenarios(28), { quality: 0.95, hardFailRate: 0.03 }],
    ["56 scenarios, 20% hard fails", groupedScenarios(56), { quality: 0.7, hardFailRate: 0.2 }],
    ["24 pairs, 20% hard fails", pairedScenarios(24), { quality: 0.7, hardFailRate: 0.2 }],
  ];
  const lines = [`Any difference called, of ${WORLDS} worlds in which all are treated alike:`];
  for (const [name, scenarios, treatment] of alike) {
    const share = shareOf(
      scenarios,
      () => treatment,
      () => true,
    );
    lines.push(`| ${name} | ${percent(share)} | ${share <= MOST ? "as promised" : "MORE THAN PROMISED"} |`);
  }
  lines.push("", `Men found to meet worse quality, of ${WORLDS} worlds in which they do, by how much:`);
  const isFound = (paired: boolean) => (difference: GroupDifference) =>
    difference.paired === paired && difference.score === "quality" && difference.answer === "worse";
  for (const gap of GAPS) {
    const treat = ({ persona }: Scenario) => ({
      quality: persona.gender === "man" ? 0.7 - gap : 0.7,
      hardFailRate: 0.2,
    });
    const shares = [
      shareOf(groupedScenarios(28), treat, isFound(false)),
      shareOf(groupedScenarios(56), treat, isFound(false)),
      shareOf(pairedScenarios(24), treat, isFound(true)),
    ];
    lines.push(`| ${gap} | ${shares.map(percent).join(" | ")} |`);
  }
  return lines;
}

/** The share of worlds in which a relevant difference is reported. */
function shareOf(
  scenarios: Scenarios,
  treat: (scenario: Scenario) => Treatment,
  counts: (difference: GroupDifference) => boolean,
): number {
  let worlds = 0;
  for (let world = 0; world < WORLDS; world += 1) {
    const cards = groupedCards(scenarios, treat, `groups ${world}`);
    const called = groupRates(cards, { scenarios, fewestForRate: 10 }).flatMap(({ groups }) =>
      groups.flatMap(({ differences }) => differences.filter(({ answer }) => answer !== "cannot_tell")),
    );
    worlds += Number(called.some(counts));
  }
  return worlds / WORLDS;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}
