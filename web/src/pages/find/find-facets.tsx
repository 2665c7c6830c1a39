import { compareCheckIds, SEVERITIES } from "../../../../src/domain/dimensions.ts";
import { formatWhole } from "../../../../src/domain/number-words.ts";
import {
  defaultKinds,
  FIND_KINDS,
  type FindFacet,
  type FoundRows,
} from "../../../../src/text/find/find-rows.ts";
import { matchWords } from "../../../../src/text/find/match-words.ts";
import { useSiteIndex } from "../../data/use-chunk.ts";
import { Fold } from "../../parts/boxes.tsx";
import { chosenOf, type FindSearch } from "../../parts/find-search.ts";
import { facetValueWords, facetWords } from "../../words/find-words.ts";

type ShownFacet = keyof typeof facetWords;

const SHOWN: readonly ShownFacet[] = [
  "verdict",
  "severity",
  "model",
  "check",
  "contested",
  "label",
  "scenario",
];
/** Number of values shown; a fold holds the others. */
const FIRST = 8;

interface FindFacetsProps {
  readonly found: FoundRows;
  readonly search: FindSearch;
  readonly onToggle: (facet: ShownFacet, value: string) => void;
}

/** Facets with counts, each selectable. */
export function FindFacets({ found, search, onToggle }: FindFacetsProps) {
  return SHOWN.map((facet) => (
    <FacetGroup key={facet} facet={facet} found={found} search={search} onToggle={onToggle} />
  ));
}

function FacetGroup({ facet, found, search, onToggle }: FindFacetsProps & { readonly facet: ShownFacet }) {
  const counts = found.counts[facet];
  const chosen = chosenOf(search, facet);
  const values = orderValues(facet, counts, chosen);
  if (values.length === 0) return null;
  const usual: readonly string[] =
    facet === "verdict"
      ? defaultKinds(matchWords(search.words ?? ""), { contested: chosenOf(search, "contested") })
      : [];
  const buttons = (some: readonly string[]) => (
    <ul className="flex flex-wrap gap-1.5">
      {some.map((value) => (
        <li key={value} className="max-w-full">
          <FacetButton
            facet={facet}
            value={value}
            count={counts.get(value) ?? 0}
            isChosen={chosen.includes(value)}
            isShown={chosen.length === 0 && usual.includes(value)}
            onToggle={onToggle}
          />
        </li>
      ))}
    </ul>
  );
  const [first, others] = [values.slice(0, FIRST), values.slice(FIRST)];
  return (
    <section aria-labelledby={`facet-${facet}`} className="grid gap-1">
      <h2 id={`facet-${facet}`} className="label font-sans">
        {facetWords[facet]}
      </h2>
      {buttons(first)}
      {others.length > 0 && (
        <Fold summary={<span className="text-sm">{others.length} more</span>}>{() => buttons(others)}</Fold>
      )}
    </section>
  );
}

interface FacetButtonProps {
  readonly facet: ShownFacet;
  readonly value: string;
  readonly count: number;
  readonly isChosen: boolean;
  /** Shown by default, without a selection. */
  readonly isShown: boolean;
  readonly onToggle: (facet: ShownFacet, value: string) => void;
}

function FacetButton({ facet, value, count, isChosen, isShown, onToggle }: FacetButtonProps) {
  const index = useSiteIndex();
  return (
    <button
      type="button"
      className={`facet${isShown ? " shown" : ""}`}
      aria-pressed={isChosen}
      onClick={() => onToggle(facet, value)}
    >
      <bdi>{facetValueWords(facet, value, index)}</bdi>{" "}
      <span className="tabular-nums">{formatWhole(count)}</span>
    </button>
  );
}

/**
 * Sorts values by their usual order if there is one, else the most frequent first. Selected values always stay, so that
 * they can be deselected.
 */
function orderValues(
  facet: FindFacet,
  counts: ReadonlyMap<string, number>,
  chosen: readonly string[],
): readonly string[] {
  const values = [...new Set([...counts.keys(), ...chosen])];
  const order: readonly string[] | null =
    facet === "verdict" ? FIND_KINDS : facet === "severity" ? SEVERITIES.toReversed() : null;
  if (order !== null) return order.filter((value) => values.includes(value));
  return values.sort(
    (a, b) =>
      Number(chosen.includes(b)) - Number(chosen.includes(a)) ||
      (counts.get(b) ?? 0) - (counts.get(a) ?? 0) ||
      (facet === "check" ? compareCheckIds(a, b) : a < b ? -1 : 1),
  );
}
