import { expect, test, vi } from "vitest";
import type { LabelChange, LabelDraft } from "../../../src/schema/review/review-label.ts";
import type { SavedReview } from "../../../src/schema/review/review-session.ts";
import { DraftKeeper } from "./draft-keeper.ts";
import { DeclinedError } from "./errors.ts";

const EMPTY: LabelDraft = { label: null, quote: null, confidence: null, note: "" };
const NAME = "unsent";

/** A server that keeps one label per item, and browser storage that outlives the window. */
function world() {
  const labels = new Map<string, SavedReview>();
  const stored = new Map<string, string>();
  const refusals: unknown[] = [];
  const answerTo = (item: string, { draft }: LabelChange): SavedReview => ({
    saved: {
      schema_version: 1,
      batch_hash: "0".repeat(64) as SavedReview["saved"]["batch_hash"], // Any hash works.
      item: item as SavedReview["saved"]["item"], // In the page's form.
      annotator: "anna",
      revision: (labels.get(item)?.saved.revision ?? 0) + 1,
      saved_at: "2026-11-15T10:00:00.000Z",
      ...draft,
      quote: null,
    },
    state: "done",
    missing: null,
  });
  const send = async (item: string, change: LabelChange) => {
    if (refusals.length > 0) throw refusals.shift();
    const newest = labels.get(item);
    if (newest !== undefined && newest.saved.revision !== change.base)
      throw new DeclinedError(409, "newer", newest);
    const answer = answerTo(item, change);
    labels.set(item, answer);
    return answer;
  };
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const open = (changes: Partial<typeof storage> = {}) =>
    new DraftKeeper({
      name: NAME,
      storage: { ...storage, ...changes },
      send,
      onSaved: () => undefined,
      retryMs: 5,
    });
  return { labels, stored, refusals, open };
}

test("what is said is sent, and then nothing of it is left in the browser", async () => {
  const { labels, stored, open } = world();
  const keeper = open();
  keeper.change("a", { ...EMPTY, label: "FAIL" }, 0);
  expect(stored.has(NAME)).toBe(true);
  await vi.waitFor(() => expect(keeper.of("a").status).toBe("saved"));
  expect(labels.get("a")?.saved).toMatchObject({ label: "FAIL", revision: 1 });
  expect(stored.size).toBe(0);
  expect(keeper.unsentItems).toBe(0);
});

test.for([
  ["a network that is away", new TypeError("Failed to fetch")],
  ["a proxy's 502", new DeclinedError(502, "Bad Gateway")],
  ["a full disk", new DeclinedError(500, "The disk is full.")],
])("after %s it is tried again until it is saved", async ([, refusal]) => {
  const { labels, refusals, open } = world();
  refusals.push(refusal, refusal);
  const keeper = open();
  const seen: string[] = [];
  keeper.subscribe(() => seen.push(`${keeper.of("a").status} ${keeper.unsentItems}`));
  keeper.change("a", { ...EMPTY, note: "kept" }, 0);
  await vi.waitFor(() => expect(labels.get("a")?.saved.note).toBe("kept"));
  expect(seen.filter((state) => state === "unreachable 1")).toHaveLength(2);
  expect(seen.at(-1)).toBe("saved 0");
});

test.for(["setItem", "removeItem", "getItem"])(
  "a browser whose storage refuses %s loses nothing: all of it reaches the server",
  async (method) => {
    const { labels, open } = world();
    const refuse = () => {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    };
    const keeper = open({ [method]: refuse });
    keeper.restore();
    keeper.change("a", { ...EMPTY, note: "first" }, 0);
    keeper.change("b", { ...EMPTY, note: "second" }, 0);
    await vi.waitFor(() => expect(keeper.unsentItems).toBe(0));
    expect([...labels.values()].map(({ saved }) => saved.note)).toEqual(["first", "second"]);
    expect(keeper.of("b").status).toBe("saved");
  },
);

test("a listener that throws does not keep later words from being sent", async () => {
  const { labels, open } = world();
  const keeper = open();
  let breaks = 2;
  keeper.subscribe(() => {
    // The first failure is inside `change`, the second inside the sending.
    breaks -= 1;
    if (breaks === 0) throw new Error("a page that cannot be drawn");
  });
  keeper.change("a", { ...EMPTY, note: "first" }, 0, 10_000);
  await expect(keeper.flush()).rejects.toThrow("a page that cannot be drawn");
  await keeper.flush();
  expect(labels.get("a")?.saved.note).toBe("first");
});

test("a draft outlives the link and the window: the next one of the same person sends it", async () => {
  const { labels, refusals, open } = world();
  refusals.push(new DeclinedError(401, "This link is not valid."));
  const first = open();
  first.change("a", { ...EMPTY, label: "PASS" }, 0);
  await vi.waitFor(() => expect(first.of("a").status).toBe("expired"));
  const second = open();
  second.restore();
  expect(second.of("a").unsent?.draft.label).toBe("PASS");
  await vi.waitFor(() => expect(labels.get("a")?.saved.label).toBe("PASS"));
});

test("what is said while a save is under way is saved after it, on top of it", async () => {
  const { labels, open } = world();
  const keeper = open();
  keeper.change("a", { ...EMPTY, label: "FAIL" }, 0);
  keeper.change("a", { ...EMPTY, label: "FAIL", note: "more" }, 0);
  keeper.change("b", { ...EMPTY, label: "PASS" }, 0);
  await vi.waitFor(() => expect(keeper.unsentItems).toBe(0));
  expect(labels.get("a")?.saved).toMatchObject({ note: "more", revision: 2 });
  expect(labels.get("b")?.saved).toMatchObject({ label: "PASS", revision: 1 });
});

test("words that are not there go, and the rest of the label stays", async () => {
  const { labels, refusals, open } = world();
  refusals.push(new DeclinedError(422, "These words are not in the conversation."));
  const keeper = open();
  keeper.change("a", { ...EMPTY, label: "FAIL", quote: { text: "x", turn: null, role: null } }, 0);
  await vi.waitFor(() => expect(labels.get("a")?.saved).toMatchObject({ label: "FAIL", quote: null }));
  expect(keeper.of("a").quoteProblem).toBe("These words are not in the conversation.");
});

test("a window that did not see the newest label asks which one counts", async () => {
  const { labels, open } = world();
  const [first, second] = [open(), open()];
  first.change("a", { ...EMPTY, label: "FAIL", note: "why" }, 0);
  await vi.waitFor(() => expect(first.of("a").status).toBe("saved"));
  second.change("a", { ...EMPTY, label: "UNCLEAR" }, 0);
  await vi.waitFor(() => expect(second.of("a").status).toBe("outdated"));
  expect(labels.get("a")?.saved.label).toBe("FAIL");
  second.keepMine("a");
  await vi.waitFor(() => expect(labels.get("a")?.saved).toMatchObject({ label: "UNCLEAR", revision: 2 }));
  first.change("a", { ...EMPTY, label: "PASS" }, 1);
  await vi.waitFor(() => expect(first.of("a").status).toBe("outdated"));
  first.takeNewest("a");
  expect(first.of("a")).toMatchObject({
    unsent: null,
    status: "saved",
    answer: { saved: { label: "UNCLEAR" } },
  });
});

test("what the server will never take stays here and does not hold up the rest", async () => {
  const { labels, refusals, open } = world();
  refusals.push(new DeclinedError(400, "The label is not one."));
  const keeper = open();
  keeper.change("a", { ...EMPTY, note: "odd" }, 0);
  keeper.change("b", { ...EMPTY, label: "PASS" }, 0);
  await vi.waitFor(() => expect(labels.get("b")?.saved.label).toBe("PASS"));
  expect(keeper.of("a")).toMatchObject({ status: "declined", unsent: { draft: { note: "odd" } } });
});
