import { JudgeAnswer } from "../schema/judge-answer.ts";

/** The answer, or `null` where the reply is anything but exactly one valid object. */
export function parseJudgeAnswer(content: string): JudgeAnswer | null {
  try {
    return JudgeAnswer.safeParse(JSON.parse(content)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
