import { Link, useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Conversation } from "../../../../src/site/pages/build-conversation.ts";
import type { FindRow } from "../../../../src/text/find/find-rows.ts";
import { useFindRows } from "../../data/use-find-rows.ts";
import { isPlace, placeOf, type RowPlace, readSet, scansOf, searchFor } from "../../parts/find-search.ts";
import { useKeys } from "../../parts/keys.tsx";

interface SetNavigationProps {
  readonly conversation: Conversation;
  /** Search from which this conversation was opened. */
  readonly set: string;
  readonly place: RowPlace;
  /** Scan that was searched; it may differ from the conversation's. */
  readonly from: string;
}

/** Navigates between the rows of a search, across conversations. */
export function SetNavigation({ conversation, set, place, from }: SetNavigationProps) {
  const navigate = useNavigate();
  const search = useMemo(() => readSet(set), [set]);
  const { parts, loaded, of } = useFindRows(scansOf(from, search));
  const searched = useMemo(() => searchFor(search), [search]);
  const found = useMemo(() => searched(parts).rows, [searched, parts]);
  const { scan, conversation: key } = conversation;
  const position = found.findIndex((row) => isPlace(row, scan, key, place));
  const isWhole = loaded === of;
  const next = found[position + 1];
  const previous = position > 0 ? found[position - 1] : undefined;
  const go = (row: FindRow | undefined) => {
    if (row === undefined) return;
    void navigate({
      to: "/s/$scan/conversations/$conversation",
      params: { scan: row.index.scan, conversation: row.conversation.conversation },
      search: { ...placeOf(row), set, from: from === row.index.scan ? undefined : from },
      // Going back returns to the list instead of passing every viewed row.
      replace: true,
    });
  };
  useKeys({ n: () => go(next), j: () => go(next), p: () => go(previous), k: () => go(previous) });
  return (
    <nav
      aria-label="Your search"
      className="screen-only sticky top-0 z-10 -mx-2 flex flex-wrap items-center gap-3 bg-ground px-2 py-2 text-sm"
    >
      <button
        type="button"
        className="control disabled:opacity-50"
        disabled={previous === undefined}
        onClick={() => go(previous)}
        aria-keyshortcuts="p k"
      >
        ← Before
      </button>
      <button
        type="button"
        className="control disabled:opacity-50"
        disabled={next === undefined}
        onClick={() => go(next)}
        aria-keyshortcuts="n j"
      >
        Next →
      </button>
      <span className="text-quiet" role="status">
        {position === -1
          ? isWhole
            ? `Not one of the ${found.length} in your search`
            : "Looking through your search"
          : `${position + 1} of ${found.length}${isWhole ? "" : " so far"} in your search`}
      </span>
      {search.words !== undefined && (
        <span className="text-quiet">
          Marked <mark className="quote found">like this</mark>: what you searched for
        </span>
      )}
      <Link to="/s/$scan/find" params={{ scan: from }} search={search} className="inline-block min-h-6">
        Back to the list
      </Link>
    </nav>
  );
}
