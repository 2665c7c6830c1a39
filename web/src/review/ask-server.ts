import type { LabelChange } from "../../../src/schema/review-label.ts";
import type { ReviewSession, ReviewTask, SavedReview } from "../../../src/schema/review-session.ts";
import { DeclinedError } from "./declined-error.ts";
import { readToken } from "./review-token.ts";

// Each answer is made by the same version's server from the schema of its kind.
export const askSession = () => ask("api/session") as Promise<ReviewSession>;
export const askTask = (item: string) => ask(`api/items/${item}`) as Promise<ReviewTask>;

/** `leaving`: the request outlives the page. */
export const sendChange = (item: string, change: LabelChange, leaving: boolean) =>
  ask(`api/items/${item}`, {
    method: "PUT",
    body: JSON.stringify(change),
    keepalive: leaving,
  }) as Promise<SavedReview>;

async function ask(path: string, request: RequestInit = {}): Promise<unknown> {
  const response = await fetch(path, {
    ...request,
    headers: { authorization: `Bearer ${readToken()}`, "content-type": "application/json" },
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer;
  const { problem, newest } = (answer ?? {}) as { problem?: string; newest?: SavedReview };
  throw new DeclinedError(response.status, problem ?? `The server answered ${response.status}.`, newest);
}
