import {
  ExcerptLine,
  excerptBegin,
  excerptEnd,
  excerptMark,
  QuestionKind,
  REFERENCE_FACT_MARK,
} from "../../schema/scan/judge-protocol.ts";
import { ModelCallError } from "../errors.ts";
import type { ChatMessage } from "../model-client.ts";

export interface JudgePromptParts {
  readonly kind: QuestionKind;
  /** The check or question of the prompt; all checks in a search for cues or acts. */
  readonly checkIds: readonly string[];
  readonly nonce: string;
  /** Ids of the reference facts in the prompt. */
  readonly facts: readonly string[];
  /** The help line registry's notes on numbers that do not count. */
  readonly registry: readonly string[];
  readonly lines: readonly ExcerptLine[];
}

/** Parses a rendered judge prompt as a judge must: the frame by its nonce, everything inside it as data. */
export function readJudgePrompt(messages: readonly ChatMessage[]): JudgePromptParts {
  const lines = messages.flatMap((message) => message.content.split("\n"));
  // Line by line: a pattern with the flag m would be tried at every character of every prompt.
  const valuesOf = (pattern: RegExp) => lines.flatMap((line) => pattern.exec(line)?.[1] ?? []);
  const kind = QuestionKind.safeParse(valuesOf(/^answer: (\w+)$/)[0]).data;
  const isForMany = kind === "cues" || kind === "findings";
  const checkIds = valuesOf(isForMany ? /^\{"check_id":"([^"]+)"/ : /^(?:check|question)_id: (\S+)$/);
  const [nonce] = valuesOf(/^nonce: ([0-9a-f]+)$/);
  if (kind === undefined || checkIds.length === 0 || nonce === undefined)
    throw new ModelCallError("the prompt names no check, no nonce or no kind of answer");
  const excerpt = lines.slice(lines.indexOf(excerptBegin(nonce)) + 1, lines.indexOf(excerptEnd(nonce)));
  const facts = lines
    .filter((line) => line.startsWith(REFERENCE_FACT_MARK))
    .flatMap((line) => /"id":"([^"]+)"/.exec(line)?.[1] ?? []);
  const registry = lines.filter((line) => /^registry: .* does not count\.$/.test(line));
  return {
    kind,
    checkIds,
    nonce,
    facts,
    registry,
    lines: excerpt.map((line) => parseLine(line, excerptMark(nonce))),
  };
}

function parseLine(line: string, mark: string): ExcerptLine {
  if (!line.startsWith(mark)) throw new ModelCallError("a line of the excerpt lacks its mark");
  return ExcerptLine.parse(JSON.parse(line.slice(mark.length)));
}
