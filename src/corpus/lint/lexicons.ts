/** Rules about lexicons, and the lexicons that can be run. */
import { memoize } from "../../kernel/memoize.ts";
import type { Lexicon } from "../../schema/corpus/lexicon.ts";
import { compileLexicons, type LexiconMatcher, type MatcherWords } from "../../text/match/lexicon-matcher.ts";
import { authored, type CorpusDraft, type CorpusRule } from "../corpus-draft.ts";
import { problemAt } from "../read/source-file.ts";
import type { Artefact } from "../read-artefact.ts";
import { patternSlowness } from "./pattern-slowness.ts";
import { corpusPatterns, patternFault } from "./patterns.ts";

export type UsableLexicons =
  | { readonly words: MatcherWords; readonly lexicons: readonly UsableLexicon[] }
  | { readonly words: null; readonly lexicons: readonly [] };

export interface UsableLexicon {
  readonly source: Artefact<Lexicon>["source"];
  readonly lexicon: Lexicon;
}

/**
 * Compiles all lexicons of a role that can be run, once for all rules, because it takes a second; `null` if
 * none can be run.
 */
export function draftMatcher(draft: CorpusDraft, role: Lexicon["role"]): LexiconMatcher | null {
  return (role === "user" ? userMatcher : assistantMatcher)(draft).matcher;
}

const [userMatcher, assistantMatcher] = [matcherOf("user"), matcherOf("assistant")];

function matcherOf(role: Lexicon["role"]) {
  return memoize((draft: CorpusDraft) => {
    const { words, lexicons } = usableLexicons(draft);
    const usable = lexicons.map(({ lexicon }) => lexicon).filter((lexicon) => lexicon.role === role);
    return { matcher: words && compileLexicons(usable, words) };
  });
}

/**
 * The lexicons that can be run now: valid, and without a pattern that might never end, in them or in the
 * words they use.
 */
export const usableLexicons = memoize(findUsable);

function findUsable(draft: CorpusDraft): UsableLexicons {
  const { lexicons, words } = draft;
  const unusable = new Set(
    corpusPatterns({ ...authored(draft), scenarios: [] })
      .filter(({ pattern }) => patternFault(pattern) !== null || patternSlowness(pattern) !== null)
      .map(({ source }) => source.file),
  );
  const { exceptions, spellings, disclosure } = words;
  const isBroken = [exceptions, spellings, disclosure].some(({ source }) => unusable.has(source.file));
  if (isBroken || exceptions.value === null || spellings.value === null || disclosure.value === null)
    return { lexicons: [], words: null };
  return {
    words: { exceptions: exceptions.value, spellings: spellings.value, disclosure: disclosure.value },
    lexicons: lexicons.flatMap(({ source, value }) =>
      value === null || unusable.has(source.file) ? [] : [{ source, lexicon: value }],
    ),
  };
}

/** A lexicon's examples are tests: it hits every `match` and no `no_match`. */
export const lexiconExamples: CorpusRule = (draft) => {
  const { words, lexicons } = usableLexicons(draft);
  if (words === null) return [];
  const own = new Set(authored(draft).lexicons.map(({ source }) => source));
  const tested = lexicons.filter(({ source }) => own.has(source));
  return tested.flatMap(({ source, lexicon }) => {
    const matcher = compileLexicons([lexicon], words);
    const hitIn = (example: string): string | undefined => matcher.find(example, lexicon.role)[0]?.text;
    const missed = lexicon.examples.match.flatMap((example, index) => {
      if (hitIn(example) !== undefined) return [];
      const message = `the lexicon "${lexicon.name}" does not hit this example`;
      return [problemAt(source, ["examples", "match", index], { code: "example-not-hit", message })];
    });
    const wrong = lexicon.examples.no_match.flatMap((example, index) => {
      const hit = hitIn(example);
      if (hit === undefined) return [];
      const message = `the lexicon "${lexicon.name}" hits this example at "${hit}"`;
      return [problemAt(source, ["examples", "no_match", index], { code: "example-hit", message })];
    });
    return [...missed, ...wrong];
  });
};

/** A check that searches the assistant's words needs a lexicon of the assistant's words. */
export const lexiconRole: CorpusRule = ({ checks, lexicons }) => {
  const roles = new Map(lexicons.map(({ draft }) => [draft.name, draft.role]));
  return checks.flatMap(({ source, draft: { routing } }) => {
    const name =
      routing !== undefined && "deterministic_precheck" in routing
        ? routing.deterministic_precheck
        : undefined;
    if (name === undefined || roles.get(name) !== "user") return [];
    const reader =
      routing?.route === "lexicon_only"
        ? "a lexicon_only check"
        : routing?.unit_of_analysis === "turn_level"
          ? "a turn_level check"
          : undefined;
    if (reader === undefined) return [];
    const message = `${reader} searches what the assistant says, but the lexicon "${name}" is for the user's words`;
    return [problemAt(source, ["routing", "deterministic_precheck"], { code: "lexicon-role", message })];
  });
};
