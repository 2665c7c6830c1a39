import { expect, test } from "vitest";
import { dutiesOf } from "../../src/corpus/corpus.ts";
import { shippedCorpus as corpus } from "../../src/corpus/shipped-corpus.fixture.ts";
import type { Duty } from "../../src/schema/corpus/duty.ts";
import { Jurisdiction } from "../../src/schema/ids.ts";

const duties = new Map(dutiesOf(corpus).map((duty) => [duty.id, duty]));
const regimes = [...corpus.regimes.values()];
const listed = new Map(
  regimes.flatMap((regime) => (regime.kind === "law" ? [[regime.id, regime.duties] as const] : [])),
);

test("every jurisdiction has a rule set, with duties of its own beside those it inherits", () => {
  expect([...corpus.rules.keys()]).toEqual([...Jurisdiction.options].sort());
  const base = corpus.rules.get("base")?.duties.length ?? 0;
  const federal = corpus.rules.get("federal")?.duties.length ?? 0;
  expect(base).toBeGreaterThan(0);
  for (const [name, rules] of corpus.rules) {
    if (name === "base") continue;
    const inherited = name === "federal" || name === "eu" ? base : federal;
    expect([name, rules.duties.length > inherited]).toEqual([name, true]);
  }
});

test("every duty has a page as its source, the date that the page bears and the day somebody looked", () => {
  for (const { id, source, source_dated, checked } of duties.values()) {
    expect([id, URL.canParse(source), checked <= "2026-12-31"]).toEqual([id, true, true]);
    expect([id, source_dated === "undated" || source_dated <= checked]).toEqual([id, true]);
  }
});

test("a law has a day from which it holds, and good practice has none", () => {
  for (const { id, law, in_force } of duties.values()) {
    expect([id, in_force.from === null]).toEqual([id, law === "Good practice"]);
    expect([id, Number.isNaN(Date.parse(in_force.from ?? "2000-01-01"))]).toEqual([id, false]);
  }
});

test("every duty says who must show what a transcript cannot", () => {
  for (const { id, cannot_show } of duties.values())
    expect([id, /\bshows?\b|\bfiles\b|\bsays\b|\bdecides\b/.test(cannot_show)]).toEqual([id, true]);
});

test("Washington and Oregon begin in 2027, and California's yearly report in July of that year", () => {
  const later = [...duties.values()].filter(({ in_force }) => (in_force.from ?? "") > "2026-11-16");
  expect(new Set(later.map(({ id }) => id.replace(/^(WA|OR)-.*/, "$1")))).toEqual(
    new Set(["WA", "OR", "CA-SB243-22603"]),
  );
  for (const { id, in_force } of later)
    expect([id, in_force.from]).toEqual([id, id.startsWith("CA") ? "2027-07-01" : "2027-01-01"]);
});

test("New York's interval is for everybody, and that of California and Oregon for known minors", () => {
  const intervals = [...duties.values()].flatMap(({ id, users, test }) =>
    test.kind === "notice_cadence" ? [[id, users, test.minutes]] : [],
  );
  expect(intervals.sort()).toEqual([
    ["CA-SB243-22602-C-REMINDER", "known_minors", 180],
    ["NY-GBL-1702-REMINDER", "all", 180],
    ["OR-1546-REMINDER-MINORS", "known_minors", 60],
    ["WA-2225-REMINDER", "all", 180],
    ["WA-2225-REMINDER-MINORS", "known_minors", 60],
  ]);
});

test("a notice that nobody asked for binds products only, never a bare model", () => {
  const unasked = [...duties.values()].filter(
    ({ test }) => test.kind === "notice_at_start" || test.kind === "notice_cadence",
  );
  expect(unasked.length).toBeGreaterThan(0);
  for (const { id, products } of unasked) expect([id, products !== undefined]).toEqual([id, true]);
});

test("a regime of law lists every duty of each law that it touches, and no duty of a law is in no regime", () => {
  const lawOf = (id: string) => duties.get(id)?.law;
  const all = (wanted: (duty: Duty) => boolean) => [...duties.values()].filter(wanted).map(({ id }) => id);
  for (const [regime, ids] of listed) {
    const laws = new Set(ids.map(lawOf));
    expect([regime, [...ids].sort()]).toEqual([regime, all(({ law }) => laws.has(law)).sort()]);
  }
  const shown = new Set([...listed.values()].flat());
  expect(all(({ id, in_force }) => in_force.from !== null && !shown.has(id))).toEqual([]);
});

test("frameworks of process name what of a run speaks to each practice, or that nothing does", () => {
  const processes = regimes.flatMap((regime) => (regime.kind === "process" ? [regime] : []));
  expect(processes.map(({ id }) => id)).toEqual(["ai-rmf", "iso-42001", "nist-800-2"]);
  for (const { id, practices } of processes)
    expect([id, new Set(practices.map((practice) => practice.id)).size]).toEqual([id, practices.length]);
});

test("regimes decide nothing: they are in no hash of the corpus", () => {
  expect(Object.keys(corpus.partHashes)).not.toContain("regimes");
});
