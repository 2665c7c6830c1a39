const DATE = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** "16 November 2026", of several "14 November 2026 to 16 November 2026"; null of none. The day is that of UTC. */
export function formatDates(times: readonly string[]): string | null {
  const sorted = times.toSorted();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return null;
  const [from, to] = [first, last].map((time) => DATE.format(new Date(time)));
  return from === to ? (to ?? null) : `${from} to ${to}`;
}
