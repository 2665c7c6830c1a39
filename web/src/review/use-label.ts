import { useCallback, useState, useSyncExternalStore } from "react";
import { LONGEST_QUOTE } from "../../../src/schema/review/label-limits.ts";
import type { LabelDraft, ReviewLabel } from "../../../src/schema/review/review-label.ts";
import type { ReviewTask } from "../../../src/schema/review/review-session.ts";
import { type DraftKeeper, draftOf, type SaveStatus } from "./draft-keeper.ts";

const TYPING_PAUSE_MS = 600;
const TOO_LONG = `These are more than ${LONGEST_QUOTE} characters. Mark only the words that the verdict rests on.`;

export interface LabelEditor {
  readonly draft: LabelDraft;
  /** Label on the server; its quote has the place of the words. */
  readonly saved: ReviewLabel | null;
  readonly missing: string | null;
  readonly status: SaveStatus;
  /** Why the server declined the last quote. */
  readonly quoteProblem: string | null;
  /** `typing` waits for a pause, so that not every letter is a version. */
  change(part: Partial<LabelDraft>, typing?: boolean): void;
  refuseWords(problem: string): void;
  /** For a newer version from another window. */
  keepMine(): void;
  takeNewest(): void;
}

/** Edits one item's label: every change is kept at once, and saved on the server soon after. */
export function useLabel(task: ReviewTask, keeper: DraftKeeper): LabelEditor {
  const { item } = task.item;
  const kept = useSyncExternalStore(keeper.subscribe, () => keeper.of(item));
  const [refused, setRefused] = useState<string | null>(null);
  const { saved, missing } = newerOf(kept.answer, task);
  const draft = kept.unsent?.draft ?? draftOf(saved);
  const base = saved?.revision ?? 0;
  const change = useCallback(
    (part: Partial<LabelDraft>, typing = false) => {
      const isTooLong = (part.quote?.text.length ?? 0) > LONGEST_QUOTE;
      setRefused(isTooLong ? TOO_LONG : null);
      if (!isTooLong) keeper.change(item, { ...draft, ...part }, base, typing ? TYPING_PAUSE_MS : 0);
    },
    [keeper, item, draft, base],
  );
  return {
    draft,
    saved,
    missing,
    status: kept.status,
    quoteProblem: refused ?? kept.quoteProblem,
    change,
    refuseWords: setRefused,
    keepMine: () => keeper.keepMine(item),
    takeNewest: () => keeper.takeNewest(item),
  };
}

/** Returns the newer version: another window may have saved one before the item is reopened. */
function newerOf(
  answer: (Pick<ReviewTask, "missing"> & { readonly saved: ReviewLabel }) | null,
  task: ReviewTask,
) {
  const isNewer = answer !== null && answer.saved.revision >= (task.saved?.revision ?? 0);
  return isNewer ? answer : task;
}
