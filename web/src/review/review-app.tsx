import { Fragment, type Ref, useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { SupportResource } from "../../../src/schema/review/review-batch.ts";
import type { ReviewSession, SavedReview } from "../../../src/schema/review/review-session.ts";
import { SimulatedNote } from "../parts/bar-note.tsx";
import { askSession, sendChange } from "./ask-server.ts";
import { DraftKeeper } from "./draft-keeper.ts";
import { ItemPage } from "./item-page.tsx";
import { ProblemPage } from "./problem-note.tsx";
import { ReviewHeader } from "./review-header.tsx";
import { ContentNotePage, OverviewPage, PausePage } from "./review-pages.tsx";
import { addressOf, goTo, type ReviewPlace, useReviewPlace } from "./review-place.ts";
import { contactWays, supportRegions } from "./review-words.ts";

const NOTE_READ = "invisiblebench-review-note";

export function ReviewApp() {
  const [session, setSession] = useState<ReviewSession | null>(null);
  const [error, setError] = useState<unknown>(null);
  const load = useCallback(() => {
    setError(null);
    askSession().then(setSession, setError);
  }, []);
  useEffect(load, [load]);
  const keepState = useCallback((item: string, { state, saved: { label } }: SavedReview) => {
    setSession(
      (known) =>
        known && {
          ...known,
          items: known.items.map((one) => (one.item === item ? { ...one, state, label } : one)),
        },
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
    // Some browsers return a promise, which an effect must not return.
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

/** Creates one keeper for the whole visit: it sends changes even after the annotator leaves the item. */
function useDraftKeeper(
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

interface ReviewFooterProps {
  readonly resources: readonly SupportResource[];
  readonly heading: Ref<HTMLHeadingElement>;
}

/** Shown below every page. */
function ReviewFooter({ resources, heading }: ReviewFooterProps) {
  return (
    <footer className="mt-16 border-t border-rule bg-surface">
      <section className="page grid gap-3 py-6 text-sm" aria-labelledby="support-title">
        <h2 id="support-title" ref={heading} tabIndex={-1} className="text-base outline-none">
          If this is close to home
        </h2>
        <p className="reading">
          Reading this is hard. You can stop at any time; what you did is kept. These people are there for
          you, not only for those you read about:
        </p>
        <SupportList resources={resources} />
      </section>
    </footer>
  );
}

/** The usual words, with phone numbers as links. */
function ContactLinks({ resource }: { readonly resource: SupportResource }) {
  const { calls, text } = contactWays(resource);
  return (
    <strong>
      {calls.map((number, index) => (
        <Fragment key={number}>
          {index === 0 ? "call " : " or "}
          <a href={`tel:${number.replaceAll(/[^+\d]/g, "")}`}>{number}</a>
        </Fragment>
      ))}
      {calls.length > 0 && text !== undefined && "; "}
      {text !== undefined && `text ${text}`}
    </strong>
  );
}

/** Help lines by country. */
function SupportList({ resources }: { readonly resources: readonly SupportResource[] }) {
  return (
    <dl className="support">
      {supportRegions(resources).map(({ name, resources: here }) => (
        <div key={name}>
          <dt className="label">{name}</dt>
          {here.map((resource) => (
            <dd key={resource.name}>
              {resource.name}: <ContactLinks resource={resource} />
            </dd>
          ))}
        </div>
      ))}
      <div>
        <dt className="label">Anywhere else</dt>
        <dd>
          <strong>findahelpline.com</strong> has lines for most countries.
        </dd>
      </div>
    </dl>
  );
}
