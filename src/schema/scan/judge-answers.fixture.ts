import type { StatementFields } from "../statement.ts";
import type { QuestionKind } from "./judge-protocol.ts";

const STATEMENT: StatementFields = {
  whose: "assistant",
  intent: "asserting",
  about: "person_cared_for",
  scope: "patient_specific",
};

/** An answer with the keys that its kind of question asks for; a FAIL is grave. */
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

/** Whether the question is one of a check, whatever keys it asks for. */
export function asksVerdict(kind: QuestionKind): boolean {
  return kind.endsWith("verdict") || kind.endsWith("statement");
}
