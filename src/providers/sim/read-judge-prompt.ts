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
  /** The check or question that is asked about; all checks in a search for cues. */
  readonly checkIds: readonly string[];
  readonly nonce: string;
  /** Ids of the reference facts that came with the question. */
  readonly facts: readonly string[];
  readonly lines: readonly ExcerptLine[];
}

/** Reads a rendered judge prompt as a judge must: the frame by its nonce, everything inside it as data. */
export function readJudgePrompt(messages: readonly ChatMessage[]): JudgePromptParts {
  const text = messages.map((message) => message.content).join("\n");
  const kind = QuestionKind.safeParse(/^answer: (\w+)$/m.exec(text)?.[1]).data;
  const pattern = kind === "cues" ? /^\{"check_id":"([^"]+)"/gm : /^(?:check|question)_id: (\S+)$/gm;
  const checkIds = [...text.matchAll(pattern)].flatMap(([, id]) => id ?? []);
  const nonce = /^nonce: ([0-9a-f]+)$/m.exec(text)?.[1];
  if (kind === undefined || checkIds.length === 0 || nonce === undefined)
    throw new ModelCallError("the prompt names no check, no nonce or no kind of answer");
  const lines = text.split("\n");
  const excerpt = lines.slice(lines.indexOf(excerptBegin(nonce)) + 1, lines.indexOf(excerptEnd(nonce)));
  const facts = lines
    .filter((line) => line.startsWith(REFERENCE_FACT_MARK))
    .flatMap((line) => /"id":"([^"]+)"/.exec(line)?.[1] ?? []);
  return { kind, checkIds, nonce, facts, lines: excerpt.map((line) => parseLine(line, excerptMark(nonce))) };
}

function parseLine(line: string, mark: string): ExcerptLine {
  if (!line.startsWith(mark)) throw new ModelCallError("a line of the excerpt lacks its mark");
  return ExcerptLine.parse(JSON.parse(line.slice(mark.length)));
}
