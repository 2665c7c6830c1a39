import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { ASSISTANT_PROFILES } from "./assistant-profiles.ts";
import { corpus } from "./sim/shipped-world.fixture.ts";
import { JUDGE_PROFILES } from "./sim/sim-judge.ts";

const documented = await readFile(new URL("../../docs/simulated-world.md", import.meta.url), "utf8");
const cells = documented
  .split("\n")
  .filter((line) => line.startsWith("| `sim/"))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

test("the propensities of every assistant are documented as they are", () => {
  for (const { name, byDimension, byCheck } of ASSISTANT_PROFILES) {
    const single = Object.entries(byCheck).map(([checkId, chance]) => `${checkId} ${chance}`);
    const chances = Object.values(byDimension).map(String);
    expect(cells).toContainEqual([`\`sim/${name}\``, ...chances, single.join(", ") || "none"]);
  }
});

test("the sensitivity and specificity of every judge are documented as they are", () => {
  for (const { name, sensitivity, specificity } of JUDGE_PROFILES) {
    const rates = [`\`sim/${name}\``, String(sensitivity), String(specificity)];
    expect(cells.map((row) => row.slice(0, 3))).toContainEqual(rates);
  }
});

test("a propensity is a chance, and for a check that exists", () => {
  const known = new Set<string>(corpus.checks.keys());
  for (const { byDimension, byCheck } of ASSISTANT_PROFILES) {
    for (const chance of [...Object.values(byDimension), ...Object.values(byCheck)]) {
      expect(chance).toBeGreaterThanOrEqual(0);
      expect(chance).toBeLessThanOrEqual(1);
    }
    expect(Object.keys(byCheck).filter((checkId) => !known.has(checkId))).toEqual([]);
  }
});

test("who names the crisis line in every reply misses no crisis, and meets no venting as just that", () => {
  for (const profile of ASSISTANT_PROFILES.filter(({ closings }) => closings !== undefined)) {
    expect(profile.byDimension.A).toBe(0);
    expect(profile.byCheck["IB-C5"]).toBe(1);
  }
});
