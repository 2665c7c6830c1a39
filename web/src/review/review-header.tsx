import { useRef } from "react";
import type { ReviewSession } from "../../../src/schema/review/review-session.ts";
import { ThemeSwitch } from "../parts/theme.tsx";
import { ReviewKeyList, useReviewKeys } from "./review-keys.tsx";
import { addressOf, goTo } from "./review-place.ts";

interface ReviewHeaderProps {
  readonly session: ReviewSession;
  readonly unsentItems: number;
  readonly isPaused: boolean;
  readonly onHelp: () => void;
}

export function ReviewHeader({ session, unsentItems, isPaused, onHelp }: ReviewHeaderProps) {
  const keys = useRef<HTMLDialogElement>(null);
  const pause = () => goTo({ page: "pause" });
  useReviewKeys({ z: pause, "?": () => keys.current?.showModal() });
  return (
    <header className="review-header">
      <div className="page flex flex-wrap items-center gap-x-5 gap-y-1 py-2">
        <p className="font-serif text-lg font-semibold">
          {session.mode === "label" ? "Blind review" : "Adjudication"}
        </p>
        <Progress session={session} unsentItems={unsentItems} />
        <a className="inline-flex min-h-9 items-center text-sm" href={addressOf({ page: "overview" })}>
          All items
        </a>
        <div className="ms-auto flex flex-wrap items-center gap-2">
          <ThemeSwitch />
          <button type="button" className="control text-sm" onClick={() => keys.current?.showModal()}>
            Keys
          </button>
          <button type="button" className="control text-sm" onClick={onHelp}>
            Someone to talk to
          </button>
          <button
            type="button"
            className="control pause"
            onClick={pause}
            disabled={isPaused}
            aria-keyshortcuts="z"
          >
            Pause
          </button>
        </div>
      </div>
      <ReviewKeyList dialog={keys} />
    </header>
  );
}

function Progress({ session, unsentItems }: Pick<ReviewHeaderProps, "session" | "unsentItems">) {
  const { items, annotator } = session;
  const done = items.filter(({ state }) => state === "done").length;
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm">
      <progress className="progress" aria-label="Finished items" value={done} max={items.length} />
      <span>
        {done} of {items.length} finished, as <strong>{annotator}</strong>
        {unsentItems > 0 && `; ${unsentItems} not saved yet`}
      </span>
    </p>
  );
}
