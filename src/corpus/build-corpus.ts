import { hashOf } from "../kernel/hash.ts";
import type { GoldenCard } from "../schema/golden-card.ts";
import type { CheckId, Jurisdiction } from "../schema/ids.ts";
import type { RuleSet } from "../schema/rule-set.ts";
import type { Corpus } from "./corpus.ts";
import type { CorpusDraft } from "./corpus-draft.ts";
import { fileStem } from "./file-stem.ts";
import { hashParts, scenarioHash } from "./hash-parts.ts";
import type { Artefact } from "./read-artefact.ts";

/** The corpus of a draft without errors. Asking for one of a draft with errors is a bug. */
export function buildCorpus(draft: CorpusDraft, rules: ReadonlyMap<Jurisdiction, RuleSet>): Corpus {
  const parts = {
    scenarios: byId(draft.scenarios.map(validValue), (scenario) => scenario.scenario_id),
    checks: byId(draft.checks.map(validValue), (check) => check.id),
    lexicons: byId(draft.lexicons.map(validValue), (lexicon) => lexicon.name),
    golden: goldenByCheck(draft),
    facts: [
      ...byId(
        draft.reference.flatMap((file) => validValue(file).facts),
        (fact) => fact.id,
      ).values(),
    ],
    rules: new Map([...rules].sort(([a], [b]) => compareIds(a, b))),
    scoring: validValue(draft.scoring),
    judge: validValue(draft.judge),
    regard: draft.regard && validValue(draft.regard),
  };
  const scenarioHashes = new Map([...parts.scenarios].map(([id, scenario]) => [id, scenarioHash(scenario)]));
  const partHashes = hashParts({ ...parts, scenarioHashes });
  return {
    root: draft.root,
    private: draft.private,
    version: validValue(draft.version),
    canary: validValue(draft.canary),
    tags: validValue(draft.tags),
    models: validValue(draft.models),
    systemPrompt: validValue(draft.systemPrompt),
    ...parts,
    scenarioHashes,
    partHashes,
    hash: hashOf(partHashes),
  };
}

function goldenByCheck(draft: CorpusDraft): ReadonlyMap<CheckId, readonly GoldenCard[]> {
  const sets = new Map(
    draft.golden.map((artefact) => [fileStem(artefact.source.file), validValue(artefact).cards]),
  );
  const ids = draft.checks.map((check) => validValue(check).id).sort(compareIds);
  return new Map(
    ids.flatMap((id): [CheckId, readonly GoldenCard[]][] => {
      const cards = sets.get(id);
      return cards === undefined ? [] : [[id, [...byId(cards, (card) => card.card_id).values()]]];
    }),
  );
}

function validValue<Value>(artefact: Artefact<Value>): Value {
  if (artefact.value === null)
    throw new Error(`${artefact.source.file} has errors, so the corpus cannot be built`);
  return artefact.value;
}

function byId<Id extends string, Value>(
  values: readonly Value[],
  idOf: (value: Value) => Id,
): Map<Id, Value> {
  const entries = values.map((value): [Id, Value] => [idOf(value), value]);
  return new Map(entries.sort(([a], [b]) => compareIds(a, b)));
}

function compareIds(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
