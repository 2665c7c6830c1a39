import { useNavigate, useSearch } from "@tanstack/react-router";
import { PageHeading } from "../../parts/page-heading.tsx";

/** Everything that was found and said in a scan, to be searched. */
export function FindPage() {
  const { words } = useSearch({ from: "/s/$scan/find" });
  const navigate = useNavigate({ from: "/s/$scan/find" });
  return (
    <div className="grid gap-6">
      <PageHeading name="Find">Find a sentence</PageHeading>
      <label className="grid gap-1">
        <span className="label">Words, or a “phrase”</span>
        <input
          type="search"
          className="control w-full"
          value={words ?? ""}
          onChange={({ target }) =>
            void navigate({
              search: (search) => ({ ...search, words: target.value === "" ? undefined : target.value }),
              replace: true,
            })
          }
        />
      </label>
    </div>
  );
}
