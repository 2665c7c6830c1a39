import { compareCheckIds, DIMENSIONS, dimensionNames } from "../../domain/dimensions.ts";
import { isGate } from "../../domain/gates.ts";
import { contentNote, needsProduct, scenarioFamily } from "../../domain/scenarios.ts";
import { by } from "../../kernel/order.ts";
import type { Check } from "../../schema/corpus/check.ts";
import type { ScanMethod, SiteCorpus } from "../site-ports.ts";
import { cannotSay, HELP_NOTE, howItWorks } from "./reading-notes.ts";

export type Methods = ReturnType<typeof buildMethods>;

/** Builds the methods page: how the benchmark works, its sources and its limits. */
export function buildMethods(corpus: SiteCorpus, scans: readonly ScanMethod[], toolVersion: string) {
  const checks = [...corpus.checks.values()];
  const ofProducts = checks.filter(needsProduct).map(({ id }) => id);
  const scenarios = [...corpus.scenarios.values()];
  const isPrivate = corpus.private || scans.some(({ summary }) => summary.private === true);
  return {
    tool_version: toolVersion,
    corpus: {
      version: corpus.version,
      hash: corpus.hash,
      parts: Object.fromEntries(
        Object.entries(corpus.partHashes).map(([part, hash]) => [part, String(hash)]),
      ),
      canary: corpus.canary,
    },
    counts: {
      scenarios: scenarios.length,
      families: new Set(scenarios.map(scenarioFamily)).size,
      checks: checks.length,
      gate_checks: checks.filter((check) => isGate(check, corpus.scoring)).length,
      golden_cards: [...corpus.golden.values()].reduce((sum, cards) => sum + cards.length, 0),
      lexicons: corpus.lexicons.size,
      reference_facts: corpus.facts.length,
      rule_sets: corpus.rules.size,
    },
    checks_by_dimension: DIMENSIONS.map((dimension) => ({
      dimension,
      name: dimensionNames[dimension],
      checks: checks.filter(({ primary_bucket }) => primary_bucket === dimension).length,
    })),
    scans: scans.map(({ scan, plan, summary }) => ({
      scan,
      profile: summary.profile,
      policy: plan.policy,
      judge: summary.judge,
      transcripts_fingerprint: summary.fingerprints.transcripts,
      scoring_fingerprint: summary.fingerprints.scoring,
      resampling: `${summary.bootstrap.resamples} resamples, ${summary.bootstrap.algorithm}, seed ${summary.bootstrap.seed}`,
    })),
    how_it_works: howItWorks({ checks: ofProducts, of: checks.length }),
    cannot_say: cannotSay(isPrivate),
    content_note: contentNote(isPrivate),
    help_note: HELP_NOTE,
    sources: sourcesOf(checks),
  };
}

function sourcesOf(checks: readonly Check[]) {
  const pairs = checks.flatMap(({ id, source_grounding }) =>
    source_grounding.map((source) => ({ source, id })),
  );
  return [...Map.groupBy(pairs, ({ source }) => source)]
    .map(([source, ofSource]) => ({ source, checks: ofSource.map(({ id }) => id).sort(compareCheckIds) }))
    .sort(by(({ source }) => source));
}
