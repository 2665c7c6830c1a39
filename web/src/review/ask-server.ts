import type { LabelChange } from "../../../src/schema/review/review-label.ts";
import type { ReviewSession, ReviewTask, SavedReview } from "../../../src/schema/review/review-session.ts";
import { DeclinedError } from "./errors.ts";

// A server of the same version makes each answer from the schema of its kind.
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

const TOKEN_KEY = "invisiblebench-review-token";
const TOKEN_IN_ADDRESS = /^#token=([\w-]+)$/;

/** Removes the token from the address, so that people cannot see or copy it there; it lasts as long as the tab. */
export function keepToken(): void {
  const token = TOKEN_IN_ADDRESS.exec(location.hash)?.[1];
  if (token === undefined) return;
  if (token !== readToken()) sessionStorage.clear();
  sessionStorage.setItem(TOKEN_KEY, token);
  history.replaceState(null, "", `${location.pathname}#/`);
}

/** Reloads the page for another link in the same tab, which may belong to another person. */
export function followLinks(): void {
  window.addEventListener("hashchange", () => {
    if (TOKEN_IN_ADDRESS.test(location.hash)) location.reload();
  });
}

function readToken(): string {
  return sessionStorage.getItem(TOKEN_KEY) ?? "";
}
