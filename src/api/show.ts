import type { CheckClaim } from "../calibrate/claim-status.ts";
import { BenchError } from "../kernel/bench-error.ts";
import type { Check } from "../schema/check.ts";
import type { GoldenCard } from "../schema/golden-card.ts";
import type { Lexicon } from "../schema/lexicon.ts";
import type { ReferenceFact } from "../schema/reference-fact.ts";
import type { RuleSet } from "../schema/rule-set.ts";
import type { Scenario } from "../schema/scenario.ts";
import { claimOf } from "./calibration-status.ts";
import type { Workshop } from "./workshop.ts";

/** Nothing in the corpus has the name that was asked for. */
export class UnknownIdError extends BenchError {
  readonly code = "IB_UNKNOWN_ID";

  constructor(id: string) {
    super(`Nothing in the corpus is named "${id}".`, {
      hint: "`invisiblebench list scenarios|checks|lexicons|rules` shows the names.",
    });
  }
}

/** One thing of the corpus, whole. */
export type Shown =
  | { readonly kind: "scenario"; readonly value: Scenario }
  | { readonly kind: "check"; readonly value: Check; readonly claim: CheckClaim }
  | { readonly kind: "lexicon"; readonly value: Lexicon }
  | { readonly kind: "rules"; readonly value: RuleSet }
  | { readonly kind: "card"; readonly value: GoldenCard }
  | { readonly kind: "fact"; readonly value: ReferenceFact };

export async function show(workshop: Workshop, id: string): Promise<Shown> {
  const corpus = await workshop.corpus();
  const byName = <Value>(map: ReadonlyMap<string, Value>) => map.get(id);
  const scenario = byName(corpus.scenarios);
  if (scenario !== undefined) return { kind: "scenario", value: scenario };
  const check = byName(corpus.checks);
  if (check !== undefined) return { kind: "check", value: check, claim: await claimOf(workshop, check.id) };
  const lexicon = byName(corpus.lexicons);
  if (lexicon !== undefined) return { kind: "lexicon", value: lexicon };
  const rules = byName(corpus.rules);
  if (rules !== undefined) return { kind: "rules", value: rules };
  const card = [...corpus.golden.values()].flat().find((candidate) => candidate.card_id === id);
  if (card !== undefined) return { kind: "card", value: card };
  const fact = corpus.facts.find((candidate) => candidate.id === id);
  if (fact !== undefined) return { kind: "fact", value: fact };
  throw new UnknownIdError(id);
}
