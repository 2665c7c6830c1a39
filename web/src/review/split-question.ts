export interface SplitQuestion {
  readonly question: string;
  /** Situation and conditions, as a judge is given them; empty where there are none. */
  readonly conditions: string;
}

/** A check's prompt begins with its question; the conditions follow after a blank line. */
export function splitQuestion(prompt: string): SplitQuestion {
  const [first = "", ...rest] = prompt.trim().split(/\n\s*\n/);
  const question = first.replace(/^Question:\s*/i, "").replaceAll(/\s+/g, " ");
  return {
    question: question.charAt(0).toUpperCase() + question.slice(1),
    conditions: rest.join("\n\n"),
  };
}
