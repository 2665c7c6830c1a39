import type { ItemState, ReviewSession } from "../../../src/schema/review-session.ts";
import { PageHeading } from "../layout/page-heading.tsx";
import { addressOf } from "./review-place.ts";

const STATES: Readonly<Record<ItemState, string>> = { open: "open", draft: "unfinished", done: "finished" };

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
            </tr>
          </thead>
          <tbody>
            {items.map(({ item, axis, state }, index) => (
              <tr key={item}>
                <th scope="row">
                  <a className="inline-block min-h-6" href={addressOf({ page: "item", number: index + 1 })}>
                    Item {index + 1}
                  </a>
                </th>
                <td>{axis}</td>
                <td>{state === "done" ? <strong>{STATES[state]}</strong> : STATES[state]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
