import { SCORER_VERSION } from "../domain/fingerprints.ts";
import { profileOf } from "../domain/profiles.ts";
import { by } from "../kernel/order.ts";
import type { BaseReply } from "../schema/corpus/base-replies.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { Duty, DutyConfig } from "../schema/corpus/duty.ts";
import type { GoldenCard } from "../schema/corpus/golden-card.ts";
import type { HelpLine } from "../schema/corpus/help-line.ts";
import type { JudgeConfig, RegardConfig, RouterConfig } from "../schema/corpus/judge-config.ts";
import type { Lexicon } from "../schema/corpus/lexicon.ts";
import type { LongCard } from "../schema/corpus/long-card.ts";
import type { ModelCatalog } from "../schema/corpus/model-catalog.ts";
import type { PackKind } from "../schema/corpus/pack-manifest.ts";
import type { ReferenceFact } from "../schema/corpus/reference-fact.ts";
import type { Regime, RegimeId } from "../schema/corpus/regime.ts";
import type { RuleSet } from "../schema/corpus/rule-set.ts";
import type { Scenario, TagList } from "../schema/corpus/scenario.ts";
import type { ScoringConfig } from "../schema/corpus/scoring-config.ts";
import type { Words } from "../schema/corpus/words.ts";
import type { CheckId, Jurisdiction, LexiconName, PackMark, ScenarioId } from "../schema/ids.ts";
import type { ScanProfileName } from "../schema/scan/scan-plan.ts";
import { globToRegExp } from "../text/match/compile-pattern.ts";
import { corpusErrors } from "./errors.ts";

/** SHA-256 of each part's content. File names and reading order do not matter. */
export interface PartHashes {
  readonly scenarios: string;
  readonly checks: string;
  readonly lexicons: string;
  readonly rules: string;
  readonly reference: string;
  readonly help_lines: string;
  readonly scoring: string;
  readonly judge: string;
  readonly golden: string;
}

/** A pack, as named in results. */
export interface CorpusPack extends PackMark {
  readonly kind: PackKind;
}

/** The judging parts of a pack. Its lexicons are added to the core's, which its checks may use too. */
export interface OwnChecks {
  /** Includes the hash of the parts that decide. */
  readonly mark: PackMark;
  readonly checks: ReadonlyMap<CheckId, Check>;
  readonly lexicons: ReadonlyMap<LexiconName, Lexicon>;
  readonly golden: ReadonlyMap<CheckId, readonly GoldenCard[]>;
  /** The core's words with the pack's duties alone: the core's duties belong to the core's scan. */
  readonly rules: ReadonlyMap<Jurisdiction, RuleSet>;
  readonly regimes: ReadonlyMap<RegimeId, Regime>;
}

/** A corpus that was read whole and without an error. Maps and lists are sorted by id. */
export interface Corpus {
  readonly root: string;
  /** The pack that its scenarios are from; everything else is the core's. `null` if it is the core. */
  readonly pack: CorpusPack | null;
  /** Checks of a pack, in addition to the core's; `null` if there are none. */
  readonly own: OwnChecks | null;
  /** The pack that the checks are from; `null` if they are the core's. */
  readonly byPack: PackMark | null;
  readonly version: string;
  /** Not the shipped corpus: its results never enter a public board. */
  readonly private: boolean;
  /** Hash of all part hashes. */
  readonly hash: string;
  readonly canary: string;
  readonly scenarios: ReadonlyMap<ScenarioId, Scenario>;
  readonly checks: ReadonlyMap<CheckId, Check>;
  readonly lexicons: ReadonlyMap<LexiconName, Lexicon>;
  /** Words that affect verdicts and scores, in addition to the lexicons. */
  readonly words: Words;
  readonly tags: TagList;
  readonly golden: ReadonlyMap<CheckId, readonly GoldenCard[]>;
  /** Hashed together with the short cards. */
  readonly longCards: ReadonlyMap<CheckId, readonly LongCard[]>;
  /** Replies of simulated assistants. In no hash of the corpus, since no verdict on a real model depends on them. */
  readonly replies: ReadonlyMap<ScenarioId, readonly BaseReply[]>;
  readonly facts: readonly ReferenceFact[];
  /** Help lines that people can turn to. */
  readonly helpLines: readonly HelpLine[];
  /** Merged with everything that each one extends. */
  readonly rules: ReadonlyMap<Jurisdiction, RuleSet>;
  /** Laws and frameworks for evidence files. In no hash of the corpus, since they decide nothing. */
  readonly regimes: ReadonlyMap<RegimeId, Regime>;
  readonly scoring: ScoringConfig;
  readonly judge: JudgeConfig;
  /** `null` in a corpus that does not ask about regard. */
  readonly regard: RegardConfig | null;
  /** The router's question. In no hash of the corpus, since it matters only with a router. */
  readonly router: RouterConfig | null;
  /** How models learn of duties and judges are asked about them; `null` in a corpus that does not say. */
  readonly duties: DutyConfig | null;
  readonly models: ModelCatalog;
  /** System prompt of every model. */
  readonly systemPrompt: string;
  readonly scenarioHashes: ReadonlyMap<ScenarioId, string>;
  readonly partHashes: PartHashes;
}

/** Every duty of every rule set, by id. A duty that several rule sets inherit appears once. */
export function dutiesOf({ rules }: Pick<Corpus, "rules">): readonly Duty[] {
  const byId = new Map([...rules.values()].flatMap(({ duties }) => duties).map((duty) => [duty.id, duty]));
  return [...byId.values()].sort(by(({ id }) => id));
}

/** The checks that match any of the patterns, or all without patterns. Throws if a pattern matches none. */
export function checksMatching(checks: Iterable<Check>, globs: readonly string[]): readonly Check[] {
  const all = [...checks];
  const patterns = globs.map((glob) => {
    const pattern = globToRegExp(glob);
    if (all.some(({ id }) => pattern.test(id))) return pattern;
    throw corpusErrors.IB_UNKNOWN_CHECK(
      glob,
      all.map(({ id }) => id),
    );
  });
  return patterns.length === 0 ? all : all.filter(({ id }) => patterns.some((pattern) => pattern.test(id)));
}

/** The checks of a scan: those of the profile, or those named. */
export function selectChecks(
  checks: Iterable<Check>,
  {
    profile,
    checks: globs = [],
  }: { readonly profile: ScanProfileName; readonly checks?: readonly string[] | undefined },
): readonly Check[] {
  if (globs.length > 0) return checksMatching(checks, globs);
  const { dimensions } = profileOf({ profile });
  return [...checks].filter((check) => dimensions.includes(check.primary_bucket));
}

/** The corpus's parts of a scan's fingerprint, under the fingerprint's names. */
export function currentParts({ partHashes }: Pick<Corpus, "partHashes">): Readonly<Record<string, string>> {
  return { ...partHashes, engine: SCORER_VERSION };
}
