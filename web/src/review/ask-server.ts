import type { LabelDraft } from "../../../src/schema/review-label.ts";
import type { ReviewSession, ReviewTask, SavedReview } from "../../../src/schema/review-session.ts";
import { readToken } from "./review-token.ts";

/** The server understood and declined; asking again would not help. */
export class DeclinedError extends Error {
  override readonly name = "DeclinedError";
  readonly status: number;

  constructor(status: number, problem: string) {
    super(problem);
    this.status = status;
  }
}

// Each answer is made by the same version's server from the schema of its kind.
export const askSession = () => ask("api/session") as Promise<ReviewSession>;
export const askTask = (item: string) => ask(`api/items/${item}`) as Promise<ReviewTask>;

/** `leaving`: the request outlives the page. */
export const sendDraft = (item: string, draft: LabelDraft, leaving = false) =>
  ask(`api/items/${item}`, {
    method: "PUT",
    body: JSON.stringify(draft),
    keepalive: leaving,
  }) as Promise<SavedReview>;

async function ask(path: string, request: RequestInit = {}): Promise<unknown> {
  const response = await fetch(path, {
    ...request,
    headers: { authorization: `Bearer ${readToken()}`, "content-type": "application/json" },
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer;
  throw new DeclinedError(response.status, problemOf(answer) ?? `The server answered ${response.status}.`);
}

function problemOf(answer: unknown): string | null {
  if (typeof answer !== "object" || answer === null || !("problem" in answer)) return null;
  return typeof answer.problem === "string" ? answer.problem : null;
}
