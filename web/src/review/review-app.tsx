import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { ReviewSession, SavedReview } from "../../../src/schema/review-session.ts";
import { SimulatedNote } from "../layout/bar-note.tsx";
import { askSession } from "./ask-server.ts";
import { ContentNotePage } from "./content-note-page.tsx";
import { ItemPage } from "./item-page.tsx";
import { OverviewPage } from "./overview-page.tsx";
import { PausePage } from "./pause-page.tsx";
import { ProblemPage } from "./problem-page.tsx";
import { ReviewFooter } from "./review-footer.tsx";
import { ReviewHeader } from "./review-header.tsx";
import { addressOf, goTo, type ReviewPlace, useReviewPlace } from "./review-place.ts";
import { useDraftKeeper } from "./use-draft-keeper.ts";

const NOTE_READ = "invisiblebench-review-note";

export function ReviewApp() {
  const [session, setSession] = useState<ReviewSession | null>(null);
  const [error, setError] = useState<unknown>(null);
  const load = useCallback(() => {
    setError(null);
    askSession().then(setSession, setError);
  }, []);
  useEffect(load, [load]);
  const keepState = useCallback((item: string, { state }: SavedReview) => {
    setSession(
      (known) =>
        known && { ...known, items: known.items.map((one) => (one.item === item ? { ...one, state } : one)) },
    );
  }, []);
  if (error !== null) return <ProblemPage error={error} onRetry={load} />;
  if (session === null) return <p className="page pt-8 text-quiet">Loading…</p>;
  return <ReviewShell session={session} onSaved={keepState} />;
}

interface ReviewShellProps {
  readonly session: ReviewSession;
  readonly onSaved: (item: string, answer: SavedReview) => void;
}

function ReviewShell({ session, onSaved }: ReviewShellProps) {
  const keeper = useDraftKeeper(session, onSaved);
  const unsentItems = useSyncExternalStore(keeper.subscribe, () => keeper.unsentItems);
  const place = useReviewPlace();
  const main = useRef<HTMLElement>(null);
  const support = useRef<HTMLHeadingElement>(null);
  const [hasReadNote, setHasReadNote] = useState(() => sessionStorage.getItem(NOTE_READ) === "yes");
  const shown: ReviewPlace = hasReadNote || place.page === "pause" ? place : { page: "start" };
  const address = addressOf(shown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address is a new page
  useEffect(() => {
    // Some browsers return a promise, which an effect must not.
    window.scrollTo(0, 0);
  }, [address]);
  const goOn = () => {
    const open = session.items.findIndex(({ state }) => state !== "done");
    goTo(open === -1 ? { page: "overview" } : { page: "item", number: open + 1 });
  };
  const begin = () => {
    sessionStorage.setItem(NOTE_READ, "yes");
    setHasReadNote(true);
    goOn();
  };
  return (
    <>
      <button
        type="button"
        className="control sr-only focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:z-50"
        onClick={() => main.current?.focus()}
      >
        Skip to the content
      </button>
      <ReviewHeader
        session={session}
        unsentItems={unsentItems}
        isPaused={shown.page === "pause"}
        onHelp={() => support.current?.focus()}
      />
      {session.simulated && <SimulatedNote />}
      <main ref={main} tabIndex={-1} className="page pt-8 outline-none">
        {shown.page === "start" && <ContentNotePage session={session} onBegin={begin} />}
        {shown.page === "pause" && <PausePage unsentItems={unsentItems} onResume={() => history.back()} />}
        {shown.page === "overview" && <OverviewPage session={session} />}
        {shown.page === "item" && <ItemPage session={session} number={shown.number} keeper={keeper} />}
      </main>
      <ReviewFooter resources={session.resources} heading={support} />
    </>
  );
}
