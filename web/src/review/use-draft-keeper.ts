import { useEffect, useState } from "react";
import type { ReviewSession, SavedReview } from "../../../src/schema/review-session.ts";
import { sendChange } from "./ask-server.ts";
import { DraftKeeper } from "./draft-keeper.ts";

/** One for the whole visit: what was said on an item is sent also after the item was left. */
export function useDraftKeeper(
  { batch_id, mode, annotator }: ReviewSession,
  onSaved: (item: string, answer: SavedReview) => void,
): DraftKeeper {
  const [keeper] = useState(
    () =>
      new DraftKeeper({
        name: `invisiblebench-review-unsent/1/${batch_id}/${mode}/${annotator}`,
        storage: localStorage,
        send: sendChange,
        onSaved,
      }),
  );
  useEffect(() => {
    keeper.restore();
    const leave = () => keeper.leave();
    window.addEventListener("pagehide", leave);
    return () => window.removeEventListener("pagehide", leave);
  }, [keeper]);
  return keeper;
}
