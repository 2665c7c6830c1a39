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

/** SHA-256 of each part's content, whatever its files were called and in whatever order they were read. */
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

/** A pack, as results name it. */
export interface CorpusPack extends PackMark {
  readonly kind: PackKind;
}

/** What of a pack judges; its lexicons stand beside the core's, which its checks may use too. */
export interface OwnChecks {
  /** With the hash of what decides among them. */
  readonly mark: PackMark;
  readonly checks: ReadonlyMap<CheckId, Check>;
  readonly lexicons: ReadonlyMap<LexiconName, Lexicon>;
  readonly golden: ReadonlyMap<CheckId, readonly GoldenCard[]>;
  /** The core's words with the pack's duties alone: those of the core are the core's scan's. */
  readonly rules: ReadonlyMap<Jurisdiction, RuleSet>;
  readonly regimes: ReadonlyMap<RegimeId, Regime>;
}

/** A corpus that was read whole and without an error. Maps and lists are sorted by id. */
export interface Corpus {
  readonly root: string;
  /** What it is a pack of: its scenarios are the pack's alone, and everything else is the core's. `null` of a core. */
  readonly pack: CorpusPack | null;
  /** The checks that a pack brings along, which stand beside the core's; `null` where there are none. */
  readonly own: OwnChecks | null;
  /** Whose checks these are; `null` where they are the core's. */
  readonly byPack: PackMark | null;
  readonly version: string;
  /** Not the one that is shipped: its results never enter a public board. */
  readonly private: boolean;
  /** Of all the part hashes. */
  readonly hash: string;
  readonly canary: string;
  readonly scenarios: ReadonlyMap<ScenarioId, Scenario>;
  readonly checks: ReadonlyMap<CheckId, Check>;
  readonly lexicons: ReadonlyMap<LexiconName, Lexicon>;
  /** What decides verdicts and scores beside the lexicons. */
  readonly words: Words;
  readonly tags: TagList;
  readonly golden: ReadonlyMap<CheckId, readonly GoldenCard[]>;
  /** Beside the short ones, in one hash with them. */
  readonly longCards: ReadonlyMap<CheckId, readonly LongCard[]>;
  /** What simulated assistants say; in no hash of the corpus, since no verdict on a real model depends on it. */
  readonly replies: ReadonlyMap<ScenarioId, readonly BaseReply[]>;
  readonly facts: readonly ReferenceFact[];
  /** Whom people can turn to. */
  readonly helpLines: readonly HelpLine[];
  /** With everything each one extends merged in. */
  readonly rules: ReadonlyMap<Jurisdiction, RuleSet>;
  /** What somebody has to show; in no hash of the corpus, since it decides nothing. */
  readonly regimes: ReadonlyMap<RegimeId, Regime>;
  readonly scoring: ScoringConfig;
  readonly judge: JudgeConfig;
  /** `null` in a corpus that does not ask about it. */
  readonly regard: RegardConfig | null;
  /** What a router is asked; in no hash of the corpus, since it decides nothing where there is no router. */
  readonly router: RouterConfig | null;
  /** How duties are told and asked about; `null` in a corpus that does not say. */
  readonly duties: DutyConfig | null;
  readonly models: ModelCatalog;
  /** What every model is told before the first turn. */
  readonly systemPrompt: string;
  readonly scenarioHashes: ReadonlyMap<ScenarioId, string>;
  readonly partHashes: PartHashes;
}

/** Every duty of every rule set, by id and each once, however many rule sets inherit it. */
export function dutiesOf({ rules }: Pick<Corpus, "rules">): readonly Duty[] {
  const byId = new Map([...rules.values()].flatMap(({ duties }) => duties).map((duty) => [duty.id, duty]));
  return [...byId.values()].sort(by(({ id }) => id));
}

/** The checks that any of these patterns names, or all without one; a pattern that names none is refused. */
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

/** The checks a scan looks at: those of the profile, or those named. */
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

/** What decides here beside a scan's settings, under the names that its fingerprint has for it. */
export function partsHere({ partHashes }: Pick<Corpus, "partHashes">): Readonly<Record<string, string>> {
  return { ...partHashes, engine: SCORER_VERSION };
}
