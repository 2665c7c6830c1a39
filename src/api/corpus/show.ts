import { dutiesOf } from "../../corpus/corpus.ts";
import type { CheckClaim } from "../../domain/claims.ts";
import type { Check } from "../../schema/corpus/check.ts";
import type { Duty } from "../../schema/corpus/duty.ts";
import type { GoldenCard } from "../../schema/corpus/golden-card.ts";
import type { Lexicon } from "../../schema/corpus/lexicon.ts";
import type { ReferenceFact } from "../../schema/corpus/reference-fact.ts";
import type { Regime } from "../../schema/corpus/regime.ts";
import type { RuleSet } from "../../schema/corpus/rule-set.ts";
import type { Scenario, TagList } from "../../schema/corpus/scenario.ts";
import { type BenchContext, packContext } from "../bench-context.ts";
import { apiErrors } from "../errors.ts";
import { claimOf, coreAndOwn } from "../list.ts";

/** One item of the corpus, complete. */
export type Shown =
  | { readonly kind: "scenario"; readonly value: Scenario }
  | { readonly kind: "check"; readonly value: Check; readonly claim: CheckClaim }
  | { readonly kind: "lexicon"; readonly value: Lexicon }
  | { readonly kind: "tag"; readonly value: TagList["tags"][number] }
  | { readonly kind: "rules"; readonly value: RuleSet }
  | { readonly kind: "duty"; readonly value: Duty }
  | { readonly kind: "regime"; readonly value: Regime }
  | { readonly kind: "card"; readonly value: GoldenCard }
  | { readonly kind: "fact"; readonly value: ReferenceFact };

export async function show(context: BenchContext, id: string): Promise<Shown> {
  const core = await context.corpus();
  const byName = <Value>(map: ReadonlyMap<string, Value>) => map.get(id);
  const packs = await Promise.all(context.packs.map((pack) => packContext(context, pack).corpus()));
  const judging = await coreAndOwn(context);
  const corpus = {
    ...core,
    checks: new Map(judging.flatMap(({ checks }) => [...checks])),
    lexicons: new Map(judging.flatMap(({ lexicons }) => [...lexicons])),
    golden: new Map(judging.flatMap(({ golden }) => [...golden])),
    regimes: new Map(judging.flatMap(({ regimes }) => [...regimes])),
  };
  const duties = judging.flatMap(dutiesOf);
  const scenario = byName(corpus.scenarios) ?? packs.map(({ scenarios }) => byName(scenarios)).find(Boolean);
  if (scenario !== undefined) return { kind: "scenario", value: scenario };
  const check = byName(corpus.checks);
  if (check !== undefined) return { kind: "check", value: check, claim: await claimOf(context, check.id) };
  const lexicon = byName(corpus.lexicons);
  if (lexicon !== undefined) return { kind: "lexicon", value: lexicon };
  const rules = byName(corpus.rules);
  if (rules !== undefined) return { kind: "rules", value: rules };
  const duty = duties.find((candidate) => candidate.id === id);
  if (duty !== undefined) return { kind: "duty", value: duty };
  const regime = byName(corpus.regimes);
  if (regime !== undefined) return { kind: "regime", value: regime };
  const card = [...corpus.golden.values()].flat().find((candidate) => candidate.card_id === id);
  if (card !== undefined) return { kind: "card", value: card };
  const fact = [corpus, ...packs].flatMap(({ facts }) => facts).find((candidate) => candidate.id === id);
  if (fact !== undefined) return { kind: "fact", value: fact };
  // Tags come last: a lexicon of the same name has the words that find the tag's cue.
  const tag = corpus.tags.tags.find((candidate) => candidate.tag === id);
  if (tag !== undefined) return { kind: "tag", value: tag };
  throw apiErrors.IB_UNKNOWN_ID(id, [
    ...[corpus, ...packs].flatMap(({ scenarios }) => [...scenarios.keys()]),
    ...corpus.checks.keys(),
    ...corpus.lexicons.keys(),
    ...corpus.rules.keys(),
    ...duties.map((candidate) => candidate.id),
    ...corpus.regimes.keys(),
    ...corpus.tags.tags.map((candidate) => candidate.tag),
  ]);
}
