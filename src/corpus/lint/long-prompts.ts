import type { CorpusRule } from "../corpus-draft.ts";
import { problemAt } from "../problem-at.ts";

const MAX_WORDS = 600;

/** A judge is asked a narrow question. */
export const longPrompts: CorpusRule = ({ checks }) =>
  checks.flatMap(({ source, draft: { prompt } }) => {
    const words = prompt?.split(/\s+/).length ?? 0;
    if (words <= MAX_WORDS) return [];
    const message = `the prompt has ${words} words: more than ${MAX_WORDS} is not a narrow question`;
    return [problemAt(source, ["prompt"], { severity: "warning", code: "long-prompt", message })];
  });
