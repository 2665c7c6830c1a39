/** Writes `benchmark/inventory.json`: the contents of this version of the corpus, with a hash for every part. */

import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadCorpus } from "../src/corpus/load-corpus.ts";
import { scenarioFamily, scenarioTurns } from "../src/domain/scenarios.ts";
import { hashOf } from "../src/kernel/hash.ts";
import { by } from "../src/kernel/order.ts";
import type { Scenario } from "../src/schema/corpus/scenario.ts";

const root = fileURLToPath(new URL("../benchmark", import.meta.url));
const corpus = await loadCorpus(root);
const scenarios = [...corpus.scenarios.values()];
const checks = [...corpus.checks.values()];
const hasBranches = (scenario: Scenario) =>
  scenarioTurns(scenario).some(({ turn }) => turn.branches !== undefined);

const inventory = {
  corpus_version: corpus.version,
  corpus_hash: corpus.hash,
  part_hashes: corpus.partHashes,
  counts: {
    scenarios: scenarios.length,
    active: scenarios.filter((scenario) => scenario.status === "active").length,
    families: new Set(scenarios.map(scenarioFamily)).size,
    with_branches: scenarios.filter(hasBranches).length,
    turns: scenarios.reduce((sum, scenario) => sum + scenarioTurns(scenario).length, 0),
    by_category: countBy(scenarios, (scenario) => scenario.category),
    by_channel: countBy(scenarios, (scenario) => scenario.channel),
    by_jurisdiction: countBy(scenarios, (scenario) => scenario.jurisdiction),
    checks: checks.length,
    checks_by_dimension: countBy(checks, (check) => check.primary_bucket),
    checks_by_route: countBy(checks, (check) => check.routing.route),
    lexicons: corpus.lexicons.size,
    tags: corpus.tags.tags.length,
    golden_cards: [...corpus.golden.values()].flat().length,
    long_cards: [...corpus.longCards.values()].flat().length,
    reference_facts: corpus.facts.length,
    rule_sets: corpus.rules.size,
  },
  scenarios: Object.fromEntries(
    scenarios.map((scenario) => [
      scenario.scenario_id,
      { version: scenario.version, hash: corpus.scenarioHashes.get(scenario.scenario_id) },
    ]),
  ),
  checks: Object.fromEntries(
    checks.map((check) => [check.id, { version: check.version, hash: hashOf(check) }]),
  ),
  lexicons: Object.fromEntries(
    [...corpus.lexicons].map(([name, lexicon]) => [name, { hash: hashOf(lexicon) }]),
  ),
};
writeFileSync(
  new URL("../benchmark/inventory.json", import.meta.url),
  `${JSON.stringify(inventory, null, 2)}\n`,
);

function countBy<Item>(items: readonly Item[], key: (item: Item) => string): Record<string, number> {
  const groups = [...Map.groupBy(items, key)].toSorted(by(([key]) => key));
  return Object.fromEntries(groups.map(([name, members]) => [name, members.length]));
}
