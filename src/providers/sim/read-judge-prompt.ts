import { ExcerptLine, excerptBegin, excerptEnd, excerptMark } from "../../schema/judge-excerpt.ts";
import { ModelCallError } from "../model-call-error.ts";
import type { ChatMessage } from "../model-client.ts";

export interface JudgePromptParts {
  readonly checkId: string;
  readonly nonce: string;
  readonly lines: readonly ExcerptLine[];
}

/** Reads a rendered judge prompt as a judge must: the frame by its nonce, everything inside it as data. */
export function readJudgePrompt(messages: readonly ChatMessage[]): JudgePromptParts {
  const text = messages.map((message) => message.content).join("\n");
  const checkId = /^check_id: (\S+)$/m.exec(text)?.[1];
  const nonce = /^nonce: ([0-9a-f]+)$/m.exec(text)?.[1];
  if (checkId === undefined || nonce === undefined)
    throw new ModelCallError("the prompt names no check or no nonce");
  const lines = text.split("\n");
  const excerpt = lines.slice(lines.indexOf(excerptBegin(nonce)) + 1, lines.indexOf(excerptEnd(nonce)));
  return { checkId, nonce, lines: excerpt.map((line) => parseLine(line, excerptMark(nonce))) };
}

function parseLine(line: string, mark: string): ExcerptLine {
  if (!line.startsWith(mark)) throw new ModelCallError("a line of the excerpt lacks its mark");
  return ExcerptLine.parse(JSON.parse(line.slice(mark.length)));
}
