import { compileLexicons } from "../../text/lexicon-matcher.ts";
import type { CorpusRule } from "../corpus-draft.ts";
import { problemAt } from "../problem-at.ts";
import { usableLexicons } from "./usable-lexicons.ts";

/** A lexicon's examples are tests: it hits every `match` and no `no_match`. */
export const lexiconExamples: CorpusRule = (draft) =>
  usableLexicons(draft).flatMap(({ source, lexicon }) => {
    const matcher = compileLexicons([lexicon]);
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
