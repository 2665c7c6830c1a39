/** How much of each kind fits on one sheet, in characters and pieces. */
export interface Room {
  readonly isDense: boolean;
  readonly lead: number;
  readonly models: number;
  readonly notes: number;
  readonly limits: number;
  readonly changes: number;
  readonly asked: number;
  readonly quote: number;
  readonly missing: number;
}

const USUAL = { isDense: false, models: 8, notes: 2, limits: 3, changes: 3 } as const;
const GENEROUS: Room = { ...USUAL, lead: 520, asked: 340, quote: 240, missing: 200 };
const ROOMY: Room = { ...USUAL, lead: 520, asked: 170, quote: 180, missing: 150 };
/** Used with much text of every kind: the font is also smaller, so that nothing overflows. */
const CROWDED: Room = {
  isDense: true,
  lead: 300,
  models: 6,
  notes: 1,
  limits: 2,
  changes: 2,
  asked: 90,
  quote: 90,
  missing: 70,
};

/** The length of each text of a brief. */
export interface BriefLengths {
  readonly lead: number;
  readonly models: number;
  readonly scans: number;
  readonly notes: readonly number[];
  /** `null` if no earlier scan was named. */
  readonly changes: readonly number[] | null;
  readonly moments: readonly { readonly asked: number; readonly quote: number; readonly missing: number }[];
}

/** The most that certainly fits on one sheet. */
export function roomFor(lengths: BriefLengths): Room {
  return [GENEROUS, ROOMY].find((room) => charactersOf(lengths, room) <= SHEET) ?? CROWDED;
}

/** Room of the sheet besides headings, five assistants and the limits, in characters of its full width. */
const SHEET = 1780;
const NARROW = 2.2;
const NARROW_AND_LARGE = 2.9;

function charactersOf({ lead, models, scans, notes, changes, moments }: BriefLengths, room: Room): number {
  const rows = Math.max(0, Math.min(models, room.models) - 5) * 185 + (models > room.models ? 200 : 0);
  const said = notes.slice(0, room.notes).map((length) => Math.min(length, 170) + 90);
  const moreNotes = notes.length > room.notes ? 200 : 0;
  const changed = (changes ?? []).slice(0, room.changes).map((length) => Math.min(length, 260) + 90);
  const heading = changes === null ? 0 : 300 + (changes.length > room.changes ? 110 : 0);
  const shown = moments.map(
    ({ asked, quote, missing }) =>
      NARROW * (Math.min(asked, room.asked) + Math.min(missing, room.missing)) +
      NARROW_AND_LARGE * Math.min(quote, room.quote),
  );
  const sum = (parts: readonly number[]) => parts.reduce((total, part) => total + part, 0);
  return (
    Math.min(lead, room.lead) +
    rows +
    sum(said) +
    moreNotes +
    sum(changed) +
    heading +
    // These texts are set side by side.
    Math.max(0, ...shown) +
    (scans > 1 ? 110 : 0)
  );
}
