import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { formatQuantity } from "../../../../src/domain/number-words.ts";
import { CONTEST_KINDS, type ContestKind } from "../../../../src/domain/vote-places.ts";
import { chunkPath } from "../../../../src/schema/site-paths.ts";
import type { SiteChunk } from "../../../../src/site/site-chunks.ts";
import { useChunk } from "../../data/use-chunk.ts";
import { PageHeading } from "../../parts/page-heading.tsx";
import { ContestedItem } from "./contested-item.tsx";
import { ReviewBasket, useBasket } from "./review-basket.tsx";

const KIND_WORDS: Readonly<Record<ContestKind, string>> = {
  people: "People against the judge",
  second_judge: "Second judge against the first",
  autofail: "The author’s criterion against the check",
  split_vote: "Votes that differ",
  quote: "Quotes that did not stand up",
};

const SHOWN_AT_ONCE = 20;

/** Page that lists verdicts on which judges or people differ, to work through. */
export function ContestedPage() {
  const { scan } = useParams({ from: "/s/$scan/contested" });
  const { why, check } = useSearch({ from: "/s/$scan/contested" });
  const navigate = useNavigate({ from: "/s/$scan/contested" });
  const page = useChunk(chunkPath.contested(scan));
  const basket = useBasket(scan);
  const [count, setCount] = useState(SHOWN_AT_ONCE);
  const matching = page.rows.filter(
    ({ kinds, mode_id }) =>
      (why === undefined || kinds.includes(why)) && (check === undefined || mode_id === check),
  );
  const shown = matching.slice(0, count);
  const checks = [...new Set(page.rows.map(({ mode_id }) => mode_id))];
  const labellable = matching.filter(({ labellable: can }) => can).map(({ item }) => item);
  return (
    <div className="grid gap-6">
      <PageHeading name="Contested">
        {page.contested === 0
          ? "Contested: nobody contradicts anybody"
          : `Contested: ${page.contested} of ${formatQuantity(page.verdicts, "verdict")}`}
      </PageHeading>
      <p className="reading">
        Where votes of a judge differ, where a second judge or people say otherwise, and where a judge quoted
        words that are not in the conversation: the verdicts to look at first, gravest first. Agreement is no
        proof either; it only was not contradicted.
      </p>
      {page.unapplied !== undefined && <UnappliedNote unapplied={page.unapplied} />}
      <div className="screen-only flex flex-wrap items-center gap-2">
        <button
          type="button"
          className="control text-sm"
          aria-pressed={why === undefined}
          onClick={() => void navigate({ search: (now) => ({ ...now, why: undefined }), replace: true })}
        >
          All {page.contested}
        </button>
        {CONTEST_KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            className="control text-sm"
            aria-pressed={why === kind}
            onClick={() => void navigate({ search: (now) => ({ ...now, why: kind }), replace: true })}
          >
            {KIND_WORDS[kind]} {page.counts[kind]}
          </button>
        ))}
        {checks.length > 1 && (
          <label className="text-sm">
            <span className="sr-only">Check</span>
            <select
              className="control text-sm"
              value={check ?? ""}
              onChange={({ target }) =>
                void navigate({
                  search: (now) => ({ ...now, check: target.value === "" ? undefined : target.value }),
                  replace: true,
                })
              }
            >
              <option value="">every check</option>
              {checks.map((id) => (
                <option key={id} value={id}>
                  {id}
                </option>
              ))}
            </select>
          </label>
        )}
        {labellable.length > 0 && (
          <button type="button" className="control text-sm" onClick={() => basket.add(labellable)}>
            Put all {labellable.length} into the next review batch
          </button>
        )}
      </div>
      <ReviewBasket
        page={page}
        chosen={page.rows.filter(({ item }) => basket.items.includes(item))}
        onClear={basket.clear}
      />
      {page.rows.length < page.contested && (
        <p role="note" className="reading text-sm text-quiet">
          The {page.rows.length} gravest are listed; the counts are of all.
        </p>
      )}
      {page.contested > 0 && matching.length === 0 && <p>Nothing here is contested in that way.</p>}
      <ol className="max-w-4xl">
        {shown.map((row) => (
          <ContestedItem
            key={row.item}
            row={row}
            kindWords={row.kinds.map((kind) => KIND_WORDS[kind].toLowerCase())}
            isChosen={basket.items.includes(row.item)}
            onToggle={() => basket.toggle(row.item)}
          />
        ))}
      </ol>
      {shown.length < matching.length && (
        <p>
          <button type="button" className="control" onClick={() => setCount(count + SHOWN_AT_ONCE)}>
            {Math.min(SHOWN_AT_ONCE, matching.length - shown.length)} more of {matching.length}
          </button>
        </p>
      )}
    </div>
  );
}

type Unapplied = NonNullable<SiteChunk<"contested">["unapplied"]>;

/** Shows people's reviews of this scan that are not applied yet. */
function UnappliedNote({ unapplied: { verdicts, unreadable } }: { readonly unapplied: Unapplied }) {
  return (
    <p role="note" className="reading text-sm">
      Labels of people are shown that are not yet applied: they change no verdict and no score here.{" "}
      {formatQuantity(verdicts, "verdict")} of this list {verdicts === 1 ? "is" : "are"} contested by them
      alone.
      {unreadable.length > 0 && (
        <strong className="text-unclear">
          {` The labels of ${formatQuantity(unreadable.length, "batch", "batches")} cannot be read: ${unreadable.join(", ")}.`}
        </strong>
      )}
    </p>
  );
}
