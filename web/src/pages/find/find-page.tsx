import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { formatQuantity } from "../../../../src/domain/number-words.ts";
import { FIND_SORTS, type FoundRows } from "../../../../src/text/find/find-rows.ts";
import { matchWords } from "../../../../src/text/find/match-words.ts";
import { renderRowsCsv } from "../../../../src/text/find/render-rows-csv.ts";
import { useSiteIndex } from "../../data/use-chunk.ts";
import { type FindProgress, useFindRows } from "../../data/use-find-rows.ts";
import {
  type FindSearch,
  scansOf,
  searchFor,
  toggled,
  WORDS_FIELD,
  writeSet,
} from "../../parts/find-search.ts";
import { PageHeading } from "../../parts/page-heading.tsx";
import { nameScans } from "../../words/names.ts";
import { FindFacets } from "./find-facets.tsx";
import { FindResults } from "./find-results.tsx";
import { SavedSearches } from "./saved-searches.tsx";

/** Page that searches all findings and messages of a scan. The address holds the search. */
export function FindPage() {
  const { scan } = useParams({ from: "/s/$scan/find" });
  const search: FindSearch = useSearch({ from: "/s/$scan/find" });
  const navigate = useNavigate({ from: "/s/$scan/find" });
  const scans = scansOf(scan, search);
  // The statements about rows must match the rows shown.
  const progress = useDeferredValue(useFindRows(scans));
  const asked = useDeferredValue(search);
  const { parts } = progress;
  const searched = useMemo(() => searchFor(asked), [asked]);
  const found = useMemo(() => searched(parts), [searched, parts]);
  const matcher = useMemo(() => matchWords(asked.words ?? ""), [asked.words]);
  const [isOpen, setOpen] = useState(() => window.matchMedia("(min-width: 60rem)").matches);
  const change = (next: FindSearch, replace: boolean) => void navigate({ search: next, replace });
  return (
    <div className="grid gap-6">
      <PageHeading name="Find">Find a sentence, or a set of findings</PageHeading>
      <WordsField words={search.words} onWords={(words) => change({ ...search, words }, true)} />
      <div className="found-page">
        <details
          className="found-facets"
          open={isOpen}
          onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        >
          <summary className="label">Narrow it down</summary>
          <div className="mt-2 grid content-start gap-5">
            <FindFacets
              found={found}
              search={search}
              onToggle={(facet, value) => change(toggled(search, facet, value), false)}
            />
            <ScanChooser scan={scan} search={search} onChange={(next) => change(next, false)} />
            <SavedSearches scan={scan} search={search} />
          </div>
        </details>
        <section aria-label="What was found" className="grid content-start gap-3">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <FoundStatus found={found} progress={progress} />
            <div className="screen-only flex flex-wrap gap-2 text-sm">
              <SortChoice search={search} onChange={(next) => change(next, true)} />
              <button type="button" className="control" onClick={() => copyAddress()}>
                Copy the link
              </button>
              <button
                type="button"
                className="control"
                disabled={found.rows.length === 0}
                onClick={() => saveCsv(renderRowsCsv(found.rows, matcher))}
              >
                CSV
              </button>
            </div>
          </div>
          {found.rows.length === 0 && progress.loaded === progress.of ? (
            <NothingFound search={search} onClear={() => change({}, false)} />
          ) : (
            <FindResults
              rows={found.rows}
              matcher={matcher}
              set={writeSet(search)}
              from={scan}
              withScan={scans.length > 1}
            />
          )}
        </section>
      </div>
    </div>
  );
}

interface WordsFieldProps {
  readonly words: string | undefined;
  readonly onWords: (words: string | undefined) => void;
}

/** Delay after the last letter, so that not every letter starts a search. */
const SETTLED_MS = 120;

function WordsField({ words, onWords }: WordsFieldProps) {
  const [typed, setTyped] = useState(words ?? "");
  const sent = useRef(words ?? "");
  useEffect(() => {
    // The user went back, or followed a saved search.
    if ((words ?? "") !== sent.current) {
      sent.current = words ?? "";
      setTyped(words ?? "");
    }
  }, [words]);
  useEffect(() => {
    if (typed === sent.current) return;
    const waiting = setTimeout(() => {
      sent.current = typed;
      onWords(typed.trim() === "" ? undefined : typed);
    }, SETTLED_MS);
    return () => clearTimeout(waiting);
  });
  return (
    <label htmlFor={WORDS_FIELD} className="grid gap-1">
      <span className="label">Words that all must be there, or a “phrase in quotation marks”</span>
      <input
        id={WORDS_FIELD}
        type="search"
        className="control w-full text-lg"
        placeholder="don’t worry"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        aria-keyshortcuts="/"
      />
      <span className="text-sm text-quiet">
        Looks through replies, the caregiver’s messages, quotes and reasons. Capitals and kinds of apostrophe
        do not matter.
      </span>
    </label>
  );
}

function FoundStatus({ found, progress }: { readonly found: FoundRows; readonly progress: FindProgress }) {
  const { loaded, of, failed } = progress;
  const { left_out } = useSiteIndex();
  const count = formatQuantity(found.rows.length, "row");
  return (
    <div role="status" className="text-sm">
      <p className="font-semibold">{loaded < of ? `${count} so far` : count}</p>
      {loaded < of && (
        <p className="text-quiet">
          {loaded} of {of} assistants looked through
        </p>
      )}
      {failed.length > 0 && (
        <p className="text-unclear">
          Nothing could be loaded of {failed.join(", ")}: what they said is not in this list.
        </p>
      )}
      {left_out !== null && (
        <p className="text-unclear">
          {left_out.conversations} of {left_out.of} conversations are not in this file, and so not in this
          list.
        </p>
      )}
    </div>
  );
}

const SORT_WORDS = {
  gravest: "gravest first",
  assistant: "by assistant",
  scenario: "by scenario",
  check: "by check",
} as const;

interface ChoiceProps {
  readonly search: FindSearch;
  readonly onChange: (search: FindSearch) => void;
}

function SortChoice({ search, onChange }: ChoiceProps) {
  return (
    <label>
      <span className="sr-only">Order</span>
      <select
        className="control"
        value={search.sort ?? "gravest"}
        onChange={({ target }) => {
          const sort = FIND_SORTS.find((known) => known === target.value);
          onChange({ ...search, sort: sort === "gravest" ? undefined : sort });
        }}
      >
        {FIND_SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {SORT_WORDS[sort]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Selects more scans to search, if there are several. */
function ScanChooser({ scan, search, onChange }: ChoiceProps & { readonly scan: string }) {
  const { scans } = useSiteIndex();
  const others = scans.filter((brief) => brief.scan !== scan);
  const names = nameScans(scans);
  // A board of several already covers them all.
  if (others.length === 0 || others.length === scans.length) return null;
  const chosen = new Set(scansOf(scan, search));
  const change = (other: string, isWanted: boolean) => {
    const next = [...chosen].filter((each) => each !== scan && each !== other);
    const all = isWanted ? [...next, other] : next;
    onChange({ ...search, scans: all.length === 0 ? undefined : all.join(",") });
  };
  return (
    <details className="screen-only" open={search.scans !== undefined}>
      <summary className="label py-1">Also look in other scans</summary>
      <ul className="grid gap-1">
        {others.map((other) => (
          <li key={other.scan}>
            <label className="flex min-h-6 items-center gap-2 text-sm">
              <input
                type="checkbox"
                className="size-5 shrink-0"
                checked={chosen.has(other.scan)}
                onChange={({ target }) => change(other.scan, target.checked)}
              />
              {names.get(other.scan)}
            </label>
          </li>
        ))}
      </ul>
    </details>
  );
}

function NothingFound({ search, onClear }: { readonly search: FindSearch; readonly onClear: () => void }) {
  const isNarrowed = writeSet(search) !== "";
  return (
    <div className="reading grid justify-items-start gap-3 py-6">
      <p>
        {isNarrowed
          ? "Nothing here is like that. A shorter word finds more: “worr” also finds worry, worried and worries."
          : "No check failed here, and none was left unclear. Type words to look through what was said."}
      </p>
      {isNarrowed && (
        <button type="button" className="control" onClick={onClear}>
          Begin again
        </button>
      )}
    </div>
  );
}

function copyAddress(): void {
  void navigator.clipboard?.writeText(location.href).catch(() => undefined);
}

function saveCsv(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = "found.csv";
  link.click();
  URL.revokeObjectURL(address);
}
