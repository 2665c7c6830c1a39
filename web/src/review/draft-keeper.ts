import type { LabelChange, LabelDraft, ReviewLabel } from "../../../src/schema/review/review-label.ts";
import type { SavedReview } from "../../../src/schema/review/review-session.ts";
import { DeclinedError } from "./errors.ts";

/** `expired`: the link is no longer valid. `outdated`: another window saved something newer. */
export type SaveStatus =
  | "unchanged"
  | "saving"
  | "saved"
  | "unreachable"
  | "expired"
  | "outdated"
  | "declined";

export interface KeptDraft {
  /** Changes that the server does not have yet. */
  readonly unsent: LabelChange | null;
  readonly status: SaveStatus;
  /** The server's last answer. */
  readonly answer: SavedReview | null;
  /** Version saved by another window; the annotator decides between the two. */
  readonly newest: SavedReview | null;
  /** Why the server declined the last quote. */
  readonly quoteProblem: string | null;
}

export interface DraftKeeperInput {
  /** Names the annotator and batch of the drafts, so that a new link finds them again. */
  readonly name: string;
  readonly storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  send(item: string, change: LabelChange, leaving: boolean): Promise<SavedReview>;
  onSaved(item: string, answer: SavedReview): void;
  /** @default 3 seconds */
  readonly retryMs?: number;
}

const RETRY_MS = 3_000;
const UNTOUCHED: KeptDraft = {
  unsent: null,
  status: "unchanged",
  answer: null,
  newest: null,
  quoteProblem: null,
};
/** States that wait for a person instead of the server. */
const WAITING: ReadonlySet<SaveStatus> = new Set(["outdated", "declined", "expired"]);

/**
 * Keeps an annotator's unsaved changes, item by item. They outlive the page and, in the browser's storage, also the
 * window and the link. It sends them until the server has them.
 */
export class DraftKeeper {
  readonly #input: DraftKeeperInput;
  readonly #drafts = new Map<string, KeptDraft>();
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSending = false;

  constructor(input: DraftKeeperInput) {
    this.#input = input;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  of(item: string): KeptDraft {
    return this.#drafts.get(item) ?? UNTOUCHED;
  }

  /** Number of items with unsent changes. */
  get unsentItems(): number {
    return [...this.#drafts.values()].filter(({ unsent }) => unsent !== null).length;
  }

  /** Restores changes that an earlier window could not send. */
  restore(): void {
    const changes = this.#stored();
    for (const [item, unsent] of Object.entries(changes))
      if (this.of(item).unsent === null) this.#set(item, { unsent, status: "unreachable" });
    void this.flush();
  }

  /** Stores a change. `pauseMs` waits for more, so that not every letter is a version. */
  change(item: string, draft: LabelDraft, base: number, pauseMs = 0): void {
    const known = this.of(item);
    const status = known.status === "outdated" ? "outdated" : "saving";
    const quoteProblem = draft.quote === known.unsent?.draft.quote ? known.quoteProblem : null;
    this.#set(item, { unsent: { draft, base: known.unsent?.base ?? base }, status, quoteProblem });
    this.#later(pauseMs);
  }

  /** Resolves a conflict with another window: drops its words. */
  keepMine(item: string): void {
    const { unsent, newest } = this.of(item);
    if (unsent === null || newest === null) return;
    const base = newest.saved.revision;
    this.#set(item, { unsent: { ...unsent, base }, newest: null, status: "saving" });
    void this.flush();
  }

  /** Resolves a conflict with another window: drops the words here. */
  takeNewest(item: string): void {
    const { newest } = this.of(item);
    if (newest === null) return;
    this.#set(item, { unsent: null, newest: null, answer: newest, status: "saved" });
    this.#input.onSaved(item, newest);
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      let next = this.#next();
      while (next !== null) {
        const isReachable = await this.#sendOne(next.item, next.unsent);
        if (!isReachable) break;
        next = this.#next();
      }
    } finally {
      this.#isSending = false;
    }
  }

  /** Tries once more when the page is left, with a request that outlives it. A failed change stays in storage. */
  leave(): void {
    for (const [item, { unsent, status }] of this.#drafts)
      if (unsent !== null && !WAITING.has(status))
        void this.#input.send(item, unsent, true).catch(() => undefined);
  }

  #next(): { readonly item: string; readonly unsent: LabelChange } | null {
    for (const [item, { unsent, status }] of this.#drafts)
      if (unsent !== null && !WAITING.has(status)) return { item, unsent };
    return null;
  }

  async #sendOne(item: string, sent: LabelChange): Promise<boolean> {
    this.#set(item, { status: "saving" });
    try {
      this.#accept(item, sent, await this.#input.send(item, sent, false));
      return true;
    } catch (error) {
      return this.#explain(item, sent, error);
    }
  }

  #accept(item: string, sent: LabelChange, answer: SavedReview): void {
    const { unsent } = this.of(item);
    // The draft may have changed during the request.
    const isAll = unsent === null || unsent.draft === sent.draft;
    const rest = isAll ? null : { ...unsent, base: answer.saved.revision };
    this.#set(item, { unsent: rest, answer, status: isAll ? "saved" : "saving" });
    this.#input.onSaved(item, answer);
  }

  /** Sets the status for an error and returns whether to continue with other items. */
  #explain(item: string, sent: LabelChange, error: unknown): boolean {
    const declined = error instanceof DeclinedError ? error : null;
    switch (declined?.status) {
      case 401:
        this.#set(item, { status: "expired" });
        return true;
      case 409:
        this.#set(item, { status: "outdated", newest: declined.newest });
        return true;
      case 422:
        this.#dropQuote(item, sent, declined.message);
        return true;
    }
    if (declined !== null && declined.status < 500) {
      this.#set(item, { status: "declined" });
      return true;
    }
    this.#set(item, { status: "unreachable" });
    this.#later(this.#input.retryMs ?? RETRY_MS);
    return false;
  }

  /** Drops a declined quote and keeps the rest of the label. */
  #dropQuote(item: string, sent: LabelChange, quoteProblem: string): void {
    const { unsent, answer } = this.of(item);
    if (unsent === null || unsent.draft.quote !== sent.draft.quote) return;
    const draft = { ...unsent.draft, quote: draftOf(answer?.saved ?? null).quote };
    this.#set(item, { unsent: { ...unsent, draft }, quoteProblem });
  }

  #later(ms: number): void {
    clearTimeout(this.#timer);
    if (ms === 0) void this.flush();
    else this.#timer = setTimeout(() => void this.flush(), ms);
  }

  #set(item: string, change: Partial<KeptDraft>): void {
    this.#drafts.set(item, { ...this.of(item), ...change });
    this.#store();
    for (const listener of this.#listeners) listener();
  }

  #stored(): Readonly<Record<string, LabelChange>> {
    const { storage, name } = this.#input;
    try {
      // Only `#store` writes this value.
      return JSON.parse(storage.getItem(name) ?? "{}") as Readonly<Record<string, LabelChange>>;
    } catch {
      return {};
    }
  }

  /** Stores the changes if possible: full or forbidden storage must not keep changes from the server. */
  #store(): void {
    const { storage, name } = this.#input;
    const unsent = [...this.#drafts].flatMap(([item, kept]) => (kept.unsent ? [[item, kept.unsent]] : []));
    try {
      if (unsent.length === 0) storage.removeItem(name);
      else storage.setItem(name, JSON.stringify(Object.fromEntries(unsent)));
    } catch {
      // Then only this window has it until it is sent.
    }
  }
}

export function draftOf(saved: ReviewLabel | null): LabelDraft {
  if (saved === null) return { label: null, quote: null, confidence: null, note: "" };
  const { label, quote, confidence, note } = saved;
  const words = quote === null ? null : { text: quote.text, turn: quote.turn, role: quote.role };
  return { label, quote: words, confidence, note };
}
