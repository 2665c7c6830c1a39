import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Scenario } from "../../src/schema/corpus/scenario.ts";

const SCENARIOS = join(import.meta.dirname, "../../benchmark/scenarios");
const CANARY = "a pack made for a test";

/** Scenarios of the core that have twins in the tests, and one that has none. */
export const ORIGINALS = ["safety_crisis_bin_days_001", "continuity_trust_bottle_bank_003"] as const;
export const WITHOUT_TWIN = "safety_crisis_lot_lights_007";

/** Made from the core as it is: whatever a scenario of it comes to say, its twin keeps what a twin must keep. */
export function writeTwins(root: string, name = "tiny"): string {
  writeManifest(root, name, "twins");
  for (const id of ORIGINALS) {
    const original = coreScenario(id);
    writeScenario(root, { ...original, scenario_id: `${name}__${id}`, twin_of: id, canary: CANARY });
  }
  return root;
}

/** Two pairs that differ in one word. */
export function writePairs(root: string, name = "couples"): string {
  writeManifest(root, name, "pairs");
  for (const [index, id] of ORIGINALS.entries())
    for (const group of ["man", "woman"]) {
      const text = JSON.stringify(coreScenario(id));
      // Only the first message of a script says who writes.
      const scenario = JSON.parse(text.replace('"user_message":"', `"user_message":"A ${group} writes. `));
      writeScenario(root, {
        ...scenario,
        scenario_id: `${name}__${id.replace(/\d{3}$/, `${group}_001`)}`,
        canary: CANARY,
        pair: `pair_${index}`,
        differs_in: "gender",
        group,
      });
    }
  return root;
}

export function writeManifest(root: string, name: string, kind: string): void {
  mkdirSync(root, { recursive: true });
  const manifest = {
    name,
    version: "1.0.0",
    description: "For a test.",
    canary: CANARY,
    license: "MIT",
    kind,
  };
  writeFileSync(join(root, "pack.yaml"), JSON.stringify(manifest));
}

export function writeScenario(
  root: string,
  scenario: Readonly<Record<string, unknown>> & { readonly scenario_id: string; readonly category: string },
): void {
  const path = join(root, "scenarios", scenario.category, `${scenario.scenario_id}.json`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(scenario));
}

export function coreScenario(id: string) {
  for (const entry of readdirSync(SCENARIOS, { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith(".json")) continue;
    const { $schema: _, ...value } = JSON.parse(readFileSync(join(entry.parentPath, entry.name), "utf8"));
    if (value.scenario_id === id) return Scenario.parse(value);
  }
  throw new RangeError(`the core has no ${id}`);
}
