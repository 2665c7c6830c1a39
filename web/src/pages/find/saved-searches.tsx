import { useId, useState } from "react";
import { type FindSearch, readSet, writeSet } from "../../parts/find-search.ts";
import { FindLink } from "../../parts/links.tsx";

const KEY = "invisiblebench-searches";

interface SavedSearch {
  readonly name: string;
  readonly set: string;
}

interface SavedSearchesProps {
  readonly scan: string;
  readonly search: FindSearch;
}

/** Named searches, kept in this browser. Their addresses can be sent to others. */
export function SavedSearches({ scan, search }: SavedSearchesProps) {
  const [saved, setSaved] = useState(readSaved);
  const [name, setName] = useState("");
  const field = useId();
  const set = writeSet(search);
  const keep = (next: readonly SavedSearch[]) => {
    setSaved(next);
    try {
      localStorage.setItem(KEY, JSON.stringify(next));
    } catch {
      // Without storage they last as long as the page.
    }
  };
  const keepThis = () => {
    const called = name.trim();
    if (called === "") return;
    keep([...saved.filter((other) => other.name !== called), { name: called, set }]);
    setName("");
  };
  return (
    <section aria-labelledby="saved-searches" className="screen-only grid gap-2">
      <h2 id="saved-searches" className="label font-sans">
        Kept searches
      </h2>
      {saved.length > 0 && (
        <ul className="grid gap-1">
          {saved.map((each) => (
            <li key={each.name} className="flex items-center justify-between gap-2 text-sm">
              <FindLink scan={scan} search={readSet(each.set)} className="inline-block min-h-6">
                <bdi>{each.name}</bdi>
              </FindLink>
              <button
                type="button"
                className="min-h-6 min-w-6 text-quiet"
                aria-label={`Forget ${each.name}`}
                onClick={() => keep(saved.filter((other) => other !== each))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      {set !== "" && (
        <div className="flex flex-wrap items-end gap-2">
          <label htmlFor={field} className="grid grow gap-1 text-sm">
            <span className="text-quiet">A name for this search</span>
            <input
              id={field}
              className="control w-full text-sm"
              value={name}
              maxLength={80}
              onChange={({ target }) => setName(target.value)}
              onKeyDown={({ key }) => key === "Enter" && keepThis()}
            />
          </label>
          <button type="button" className="control text-sm" onClick={keepThis}>
            Keep
          </button>
        </div>
      )}
    </section>
  );
}

/** Reads saved searches; another version or a person may have written the stored value. */
function readSaved(): readonly SavedSearch[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    if (!Array.isArray(stored)) return [];
    return stored.flatMap((each: unknown) => {
      const { name, set } = Object(each) as Partial<Record<"name" | "set", unknown>>;
      return typeof name === "string" && typeof set === "string" ? [{ name, set }] : [];
    });
  } catch {
    return [];
  }
}
