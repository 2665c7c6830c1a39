/** Rules about words that are looked up in replies: they say something. */
import { normalizeText } from "../../text/normalise/normalize-text.ts";
import type { CorpusRule } from "../corpus-draft.ts";
import { problemAt, type SourceFile } from "../read/source-file.ts";
import type { SourcePath } from "../read/source-node.ts";

interface Statement {
  readonly source: SourceFile;
  readonly path: SourcePath;
  readonly text: string | undefined;
}

/** What is left of a statement once marks and invisible characters are gone can be found in a reply. */
export const emptyStatements: CorpusRule = ({ rules, reference, lexicons }) => {
  const statements: Statement[] = [
    ...rules.flatMap(({ source, draft: { disclosure } }) =>
      (["statements", "statements+"] as const).flatMap((key) =>
        (disclosure?.[key] ?? []).map((text, index) => ({ source, path: ["disclosure", key, index], text })),
      ),
    ),
    ...reference.flatMap(({ source, draft: { facts = [] } }) =>
      facts.flatMap((fact, at) =>
        (fact?.common_misstatements ?? []).map((text, index) => ({
          source,
          path: ["facts", at, "common_misstatements", index],
          text,
        })),
      ),
    ),
    ...lexicons.flatMap(({ source, draft: { entries = [] } }) =>
      entries.flatMap((entry, index) =>
        entry !== undefined && "phrase" in entry
          ? [{ source, path: ["entries", index, "phrase"], text: entry.phrase }]
          : [],
      ),
    ),
  ];
  return statements.flatMap(({ source, path, text }) => {
    if (text === undefined || normalizeText(text).text !== "") return [];
    const message = "this statement says nothing: marks and invisible characters are not looked up";
    return [problemAt(source, path, { code: "statement-says-nothing", message })];
  });
};
