/** Pages around the items: before the first, during a break, and the overview. */

import { formatQuantity } from "../../../src/domain/number-words.ts";
import { contentNote } from "../../../src/domain/scenarios.ts";
import type { ItemState, ReviewSession } from "../../../src/schema/review/review-session.ts";
import { PageHeading } from "../parts/page-heading.tsx";
import { VerdictMark } from "../parts/verdict-mark.tsx";
import { addressOf } from "./review-place.ts";

interface ContentNotePageProps {
  readonly session: ReviewSession;
  readonly onBegin: () => void;
}

/** Shown before the first item: its content, the task, and that stopping is fine. */
export function ContentNotePage({ session, onBegin }: ContentNotePageProps) {
  const { items, mode, annotator } = session;
  const left = items.filter(({ state }) => state !== "done").length;
  return (
    <div className="reading grid gap-5">
      <PageHeading name="Before you begin">Before you begin</PageHeading>
      <section className="grid gap-2" aria-labelledby="content-note">
        <h2 id="content-note">What you will read</h2>
        <p>Conversations between family caregivers and an AI. {contentNote(session.private)}</p>
        <p>
          Take breaks. <strong>Pause</strong>, at the top of every page, hides everything at once. You may
          skip an item and you may stop for good, without giving a reason. Under every page are people you can
          talk to.
        </p>
      </section>
      <section className="grid gap-2" aria-labelledby="what-to-do">
        <h2 id="what-to-do">What you are asked</h2>
        {mode === "label" ? (
          <p>
            Each item is a part of a conversation and one question about it. Read the rule and what only looks
            like breaking it, then choose a verdict, mark the words it rests on, and say how sure you are. You
            are not told what anybody else said, nor which AI it was: please do not talk about items with the
            other annotators before everyone has finished.
          </p>
        ) : (
          <p>
            Others have labelled these items and do not agree. You see what each of them said, without names,
            and you decide. Neither has to be right.
          </p>
        )}
        <p>
          Everything is saved as you go, under the name <strong>{annotator}</strong>. You can come back to any
          item and change it.
        </p>
      </section>
      <p>
        <button type="button" className="control primary" onClick={onBegin}>
          {left === items.length
            ? `Begin with the first of ${items.length}`
            : `Go on: ${left} of ${items.length} left`}
        </button>
      </p>
    </div>
  );
}

interface PausePageProps {
  readonly unsentItems: number;
  readonly onResume: () => void;
}

/** Page for a break, without content of any conversation. */
export function PausePage({ unsentItems, onResume }: PausePageProps) {
  return (
    <div className="reading grid gap-5">
      <PageHeading name="Paused">Paused</PageHeading>
      <p>
        {unsentItems === 0
          ? "Everything you did is saved."
          : `What you did on ${formatQuantity(unsentItems, "item")} is not saved yet. It is kept in this browser and sent as soon as that can be done.`}{" "}
        Look away from the screen, move, drink something, talk to somebody. There is no hurry, and you need
        not come back to it today.
      </p>
      <p>
        <button type="button" className="control primary" onClick={onResume}>
          Go on
        </button>
      </p>
    </div>
  );
}

const STATE_WORDS: Readonly<Record<ItemState, string>> = {
  open: "open",
  draft: "unfinished",
  done: "finished",
};

export function OverviewPage({ session }: { readonly session: ReviewSession }) {
  const { items } = session;
  const done = items.filter(({ state }) => state === "done").length;
  return (
    <div className="grid gap-4">
      <PageHeading name="All items">All items</PageHeading>
      <p className="reading">
        {done === items.length
          ? "All items are finished. Thank you. You can still change any of them, or close this window."
          : `${done} of ${items.length} are finished.`}
      </p>
      <div className="reading scroll">
        <table className="table">
          <caption>In your own order; others have another.</caption>
          <thead>
            <tr>
              <th scope="col">Item</th>
              <th scope="col">Check</th>
              <th scope="col">State</th>
              <th scope="col">Your answer</th>
            </tr>
          </thead>
          <tbody>
            {items.map(({ item, axis, state, label }, index) => (
              <tr key={item}>
                <th scope="row">
                  <a className="inline-block min-h-6" href={addressOf({ page: "item", number: index + 1 })}>
                    Item {index + 1}
                  </a>
                </th>
                <td>{axis}</td>
                <td>{state === "done" ? <strong>{STATE_WORDS[state]}</strong> : STATE_WORDS[state]}</td>
                <td>{label === null ? "" : <VerdictMark verdict={label} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
