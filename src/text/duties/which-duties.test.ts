import { expect, test } from "vitest";
import { jurisdictionOf } from "../../domain/places.ts";
import { checkWith, dutyWith } from "../../schema/artefacts.fixture.ts";
import type { Duty } from "../../schema/corpus/duty.ts";
import { RuleSet } from "../../schema/corpus/rule-set.ts";
import type { Jurisdiction } from "../../schema/ids.ts";
import { dutiesBearing, intervalsFor, lawReadOn, settledBefore, whyNotCalledFor } from "./which-duties.ts";

function rulesOf(duties: Partial<Record<Jurisdiction, readonly Duty[]>>): ReadonlyMap<Jurisdiction, RuleSet> {
  const whole = (own: readonly Duty[]) =>
    RuleSet.parse({ disclosure: { statements: [] }, identity: { forbidden_titles: [] }, duties: own });
  // Object.entries loses the key type.
  const entries = Object.entries(duties) as [Jurisdiction, readonly Duty[]][];
  return new Map(entries.map(([name, own]) => [name, whole(own)]));
}

const start = dutyWith({ kind: "notice_at_start" }, { id: "NY-START" });
const referral = dutyWith({ kind: "outside" }, { id: "TX-REPORT" });
const asked = dutyWith({ kind: "notice_on_request", check: check().id }, { id: "NY-ASKED" });
const rules = rulesOf({
  ny: [start, asked],
  tx: [referral, dutyWith({ kind: "notice_at_start" }, { id: "TX-START" })],
});
const product = { kind: "companion", place: "US-NY", notice: "told" } as const;
const bare = { rules, product: undefined, asOf: "2026-11-16" };
const adult = { persona: { age: 40 } };

function check() {
  return checkWith(
    { route: "llm_primary", unit_of_analysis: "session_state" },
    { eligibility: { scenario_tags_any: ["any"], duty: "notice_cadence" } },
  );
}

test("whose rules hold at a place: its own, its country's, the Union's, or good practice", () => {
  const found = ["US-NY", "US-OH", "US", "DE", "EU", "GB", "JP"].map(jurisdictionOf);
  expect(found).toEqual(["ny", "federal", "federal", "eu", "eu", "base", "base"]);
});

test("the person's place gives the duties, and the product's place those of notices", () => {
  const ids = (place: typeof product | undefined) =>
    dutiesBearing({ jurisdiction: "tx" }, { ...bare, product: place }).map(({ id }) => id);
  expect(ids(undefined)).toEqual(["TX-REPORT", "TX-START"]);
  expect(ids(product)).toEqual(["NY-ASKED", "NY-START", "TX-REPORT"]);
  expect(dutiesBearing(null, bare)).toEqual([]);
});

test.each([
  ["begins later", { in_force: { from: "2027-01-01", until: null } }, "not_yet_in_force from_2027-01-01"],
  ["began today", { in_force: { from: "2026-11-16", until: null } }, null],
  ["has ended", { in_force: { from: null, until: "2026-11-16" } }, "not_applicable no_longer_in_force"],
  ["binds another product", { products: ["mental_health" as const] }, "not_applicable other_product"],
  ["is for minors", { users: "known_minors" as const }, "not_applicable no_minor"],
  ["is shown by no transcript", { test: { kind: "outside" as const } }, "not_established outside_transcript"],
  ["is like this", {}, null],
])("before anybody looks, a duty that %s", (_, fields, expected) => {
  const duty = dutyWith({ kind: "must_not_say", phrases: ["No."] }, fields);
  const settled = settledBefore(duty, adult, { ...bare, product });
  expect(settled && `${settled.outcome} ${settled.cause}`).toBe(expected);
});

test("a bare model owes no notice, and no duty of products; whose age nobody knows is not called an adult", () => {
  expect(settledBefore(start, adult, bare)).toEqual({ outcome: "not_applicable", cause: "no_product" });
  expect(settledBefore(asked, adult, bare)).toBeNull();
  const ofMinors = dutyWith({ kind: "must_not_say", phrases: ["No."] }, { users: "known_minors" });
  expect(settledBefore(ofMinors, null, bare)).toEqual({ outcome: "not_established", cause: "age_unknown" });
  expect(settledBefore(ofMinors, { persona: { age: 17 } }, bare)).toBeNull();
});

test("an interval is of the product's place, in force, for its check and its kind of product", () => {
  const { id } = check();
  const every = (minutes: number, fields: Partial<Duty>) =>
    dutyWith({ kind: "notice_cadence", minutes, check: id }, fields);
  const timed = rulesOf({
    ny: [
      every(180, { id: "NY-ALL" }),
      every(60, { id: "NY-MINORS", users: "known_minors" }),
      every(5, { id: "NY-LATER", in_force: { from: "2027-01-01", until: null } }),
      every(6, { id: "NY-OTHER", products: ["mental_health"] }),
    ],
  });
  const there = { rules: timed, product, asOf: "2026-11-16" };
  expect(intervalsFor({ id }, there)).toEqual([
    { minutes: 180, users: "all" },
    { minutes: 60, users: "known_minors" },
  ]);
  expect(whyNotCalledFor(check(), there)).toBeNull();
  expect(whyNotCalledFor(check(), { ...there, product: { ...product, place: "US-TX" } })).toBe("no_duty");
  expect(whyNotCalledFor({ ...check(), eligibility: { scenario_tags_any: [] } }, bare)).toBeNull();
});

test("the law is read as of the last day on which somebody looked at it", () => {
  const older = dutyWith({ kind: "outside" }, { id: "CA-OLD", checked: "2026-01-01" });
  expect(lawReadOn(rulesOf({ ca: [older], ny: [start] }))).toBe("2026-11-16");
  expect(lawReadOn(new Map())).toBeUndefined();
});
