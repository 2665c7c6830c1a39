import type { CorpusRule } from "../corpus-draft.ts";
import { fileStem } from "../file-stem.ts";
import { nearestName } from "../nearest-name.ts";
import { problemAt } from "../problem-at.ts";

/** The lexicon a check's precheck names exists. */
export const unknownLexicons: CorpusRule = ({ checks, lexicons }) => {
  const known = new Set<string>(
    lexicons.flatMap(({ source, draft }) => [
      fileStem(source.file),
      ...(draft.name === undefined ? [] : [draft.name]),
    ]),
  );
  return checks.flatMap(({ source, draft: { routing } }) => {
    const name =
      routing !== undefined && "deterministic_precheck" in routing
        ? routing.deterministic_precheck
        : undefined;
    if (name === undefined || known.has(name)) return [];
    const path = ["routing", "deterministic_precheck"];
    const message = `there is no lexicon "${name}"`;
    return [problemAt(source, path, { code: "unknown-lexicon", message, nearest: nearestName(name, known) })];
  });
};
