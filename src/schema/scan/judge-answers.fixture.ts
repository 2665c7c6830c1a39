import type { StatementFields } from "../statement.ts";
import type { QuestionKind } from "./judge-protocol.ts";

const STATEMENT: StatementFields = {
  whose: "assistant",
  intent: "asserting",
  about: "person_cared_for",
  scope: "patient_specific",
};

/** Answer with the keys that its kind of question requires; a FAIL is grave. */
export function inForm<Answer extends { readonly verdict: string }>(
  kind: QuestionKind,
  answer: Answer,
  statement: StatementFields = STATEMENT,
) {
  return {
    ...answer,
    ...(kind === "statement" || kind === "weighed_statement" ? { statement } : {}),
    ...(kind.startsWith("weighed") ? { weight: answer.verdict === "FAIL" ? "grave" : "none" } : {}),
  };
}

/** Whether the question is about a check, in any form. */
export function asksVerdict(kind: QuestionKind): boolean {
  return kind.endsWith("verdict") || kind.endsWith("statement");
}
