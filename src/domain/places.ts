/** Place of a conversation, and the rules that apply there. Places are ISO 3166 codes, and EU for the Union. */
import type { Jurisdiction } from "../schema/ids.ts";

const PLACE_OF: Readonly<Record<Jurisdiction, string | null>> = {
  base: null,
  federal: "US",
  ca: "US-CA",
  il: "US-IL",
  nv: "US-NV",
  ny: "US-NY",
  or: "US-OR",
  tx: "US-TX",
  ut: "US-UT",
  wa: "US-WA",
  eu: "EU",
};

const MEMBERS_OF_THE_UNION: ReadonlySet<string> = new Set(
  "AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE".split(" "),
);

/** A scenario or a golden card. */
export interface Located {
  readonly region?: string | undefined;
  readonly jurisdiction?: Jurisdiction | undefined;
}

/** The place of its region, else of its jurisdiction; `null` if unknown. */
export function placeOf({ region, jurisdiction }: Located): string | null {
  return region ?? (jurisdiction === undefined ? null : PLACE_OF[jurisdiction]);
}

/** Jurisdiction of a place: its own, else its country's or the Union's, else good practice. */
export function jurisdictionOf(place: string): Jurisdiction {
  const at = (wanted: string) =>
    (Object.keys(PLACE_OF) as Jurisdiction[]).find((name) => PLACE_OF[name] === wanted); // Safe: Object.keys widens its keys to strings.
  const country = place.slice(0, 2);
  return at(place) ?? (MEMBERS_OF_THE_UNION.has(country) ? "eu" : at(country)) ?? "base";
}

/**
 * Whether a statement about a region may be true at a place. A state's statement may be true for its country
 * if the state is unknown, and a member's for the Union.
 */
export function mayHoldAt(region: string, place: string): boolean {
  return (
    region === place ||
    place.startsWith(`${region}-`) ||
    region.startsWith(`${place}-`) ||
    (place === PLACE_OF.eu && MEMBERS_OF_THE_UNION.has(region.slice(0, 2)))
  );
}
