/** Measures how often the gate passes a product at the bound, and a good one, with a judge that errs: 10,000 worlds per cell. */
import { createGateOfWorlds, passShares, type ToldOfJudge } from "../src/publish/gate/gate-worlds.fixture.ts";

const WORLDS = 10_000;
/** The promised 5%, plus half a point for the error of this number of worlds. */
const MOST = 0.055;
const BOUND = 0.05;
const SENSITIVITIES = [0.5, 0.7, 0.85, 0.9, 1] as const;
const SPECIFICITIES = [0.95, 0.97, 0.99, 1] as const;
const SIZES = [63, 315, 630] as const;

const COLUMNS = ["nothing", "its floor", "0.05 less", "60 labels", "200 labels"] as const;

/** The gate's information about a judge, in column order. */
function tellings(sensitivity: number): readonly ToldOfJudge[] {
  const floor = (sensitivity_at_least: number) => ({ sensitivity_at_least, specificity_at_most: 1 });
  return ["nothing", floor(sensitivity), floor(sensitivity - 0.05), { labels: 60 }, { labels: 200 }];
}

export async function bench(): Promise<readonly string[]> {
  const lines = [
    `Passed by a policy of 5%, of ${WORLDS} worlds in which 5% is the truth, by what the gate is told of the judge:`,
    ...table("scenarios", "sensitivity", "specificity", ...COLUMNS),
  ];
  let worst = 0;
  for (const scenarios of SIZES) {
    const [gate, known] = [createGateOfWorlds(scenarios), new Map()];
    for (const sensitivity of SENSITIVITIES) {
      for (const specificity of SPECIFICITIES) {
        const cell = { scenarios, truth: BOUND, sensitivity, specificity, worlds: WORLDS };
        const shares = passShares(cell, tellings(sensitivity), gate, known);
        worst = Math.max(worst, ...shares.slice(1));
        lines.push(row(scenarios, sensitivity, specificity, ...shares.map(percent)));
      }
    }
  }
  lines.push(`Highest where the gate was told something: ${percent(worst)} (${verdict(worst <= MOST)})`);

  lines.push("", "The same in families of three that share their fate, judge 0.9 / 1:");
  for (const scenarios of SIZES) {
    const cell = { scenarios, truth: BOUND, sensitivity: 0.9, specificity: 1, worlds: WORLDS, familySize: 3 };
    const shares = passShares(cell, tellings(0.9));
    lines.push(row(scenarios, ...shares.map(percent)));
  }

  lines.push(
    "",
    "Passed where 1% is the truth, judge 0.9 / 0.99, with its specificity known in the last column:",
  );
  lines.push(...table("scenarios", ...COLUMNS, "its floor, 0.99"));
  for (const scenarios of SIZES) {
    const cell = { scenarios, truth: 0.01, sensitivity: 0.9, specificity: 0.99, worlds: WORLDS };
    const both = { sensitivity_at_least: 0.9, specificity_at_most: 0.99 };
    lines.push(row(scenarios, ...passShares(cell, [...tellings(0.9), both]).map(percent)));
  }
  return lines;
}

function table(...titles: readonly string[]): readonly string[] {
  return [row(...titles), row(...titles.map(() => "---"))];
}

function row(...cells: readonly (string | number)[]): string {
  return `| ${cells.join(" | ")} |`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}

function verdict(isMet: boolean): string {
  return isMet ? `aim ${MOST * 100}%: met` : `aim ${MOST * 100}%: MISSED`;
}
