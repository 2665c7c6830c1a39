import { expect, test } from "vitest";
import { RunId } from "../../../src/schema/ids.ts";
import type { ModelBrief, ScanBrief } from "../../../src/site/site-ports.ts";
import { nameReleases, nameScans, nameSides } from "./names.ts";

// Ids are branded strings; the test only needs the parts of the names.
const scan = (run: string | null, scanId: string): ScanBrief =>
  ({
    scan: `${run}~${scanId}`,
    scan_id: scanId,
    run_id: run,
    profile: scanId.split("-")[0],
    models: [],
    release: { label: null, begun_at: null },
  }) as unknown as ScanBrief;
const model = (of: ScanBrief, modelId: string): ModelBrief =>
  ({ scan: of.scan, model_id: modelId, slug: modelId }) as ModelBrief;
const names = (...scans: readonly ScanBrief[]) => [...nameScans(scans).values()];

test("a scan is named by its run first, then by its profile", () => {
  expect(
    names(scan("20261115-104408-4585", "publish-d52f"), scan("20261115-104556-5e3f", "publish-d52f")),
  ).toEqual(["20261115-104408-4585 · publish", "20261115-104556-5e3f · publish"]);
});

test("the hash is shown only where a run has two scans of one profile", () => {
  expect(names(scan("one", "publish-d52f"), scan("one", "publish-77aa"), scan("one", "smoke-f3df"))).toEqual([
    "one · publish-d52f",
    "one · publish-77aa",
    "one · smoke",
  ]);
});

test("names of runs that differ only at their end keep their end", () => {
  const [first = "", second = ""] = names(
    scan("nightly-regression-of-the-companion-monday", "full-1"),
    scan("nightly-regression-of-the-companion-tuesday", "full-1"),
  );
  expect(first).toBe("nightly-…ompanion-monday · full");
  expect(second).toBe("nightly-…mpanion-tuesday · full");
});

test("names that would look alike without their middle stay whole", () => {
  const middle = (day: string) => `companion-${day}-with-the-long-system-prompt`;
  expect(names(scan(middle("monday"), "full-1"), scan(middle("friday"), "full-1"))).toEqual([
    `${middle("monday")} · full`,
    `${middle("friday")} · full`,
  ]);
});

test("a mailed report names no run", () => {
  expect(names(scan(null, "publish-d52f"))).toEqual(["publish"]);
});

test("two assistants are told apart by their own names", () => {
  const one = scan("one", "publish-d52f");
  expect(nameSides([one], model(one, "sim/a"), model(one, "sim/b"))).toEqual({ a: "sim/a", b: "sim/b" });
});

test("one assistant in two runs is told apart by the run, in two scans of a run by the profile", () => {
  const scans = [
    scan("one", "publish-d52f"),
    scan("two", "publish-d52f"),
    scan("two", "smoke-f3df"),
  ] as const;
  const [first, second, third] = scans.map((it) => model(it, "sim/a"));
  if (first === undefined || second === undefined || third === undefined) throw new Error("three scans");
  expect(nameSides(scans, first, second)).toEqual({ a: "sim/a (one)", b: "sim/a (two)" });
  expect(nameSides(scans, second, third)).toEqual({ a: "sim/a (publish)", b: "sim/a (smoke)" });
});

test("releases are called by their labels, and by more where that would not tell them apart", () => {
  const of = (scan: string, label: string | null, day: string) => ({
    scan,
    run_id: RunId.parse(scan),
    release: { label, begun_at: `${day}T10:00:00.000Z` },
  });
  const names = nameReleases([
    of("a", "v1", "2026-11-14"),
    of("b", "v2", "2026-11-15"),
    of("c", "v2", "2026-11-16"),
    of("d", null, "2026-11-16"),
    of("e", null, "2026-11-16"),
  ]);
  expect([...names.values()]).toEqual([
    { long: "v1 of 2026-11-14", short: "v1" },
    { long: "v2 of 2026-11-15", short: "v2 of 2026-11-15" },
    { long: "v2 of 2026-11-16", short: "v2 of 2026-11-16" },
    { long: "2026-11-16, d", short: "2026-11-16, d" },
    { long: "2026-11-16, e", short: "2026-11-16, e" },
  ]);
});
