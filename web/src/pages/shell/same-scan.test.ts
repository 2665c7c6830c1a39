import { expect, test } from "vitest";
import type { ScanBrief } from "../../../../src/site/site-ports.ts";
import { sameScan } from "./same-scan.ts";

// The test does not need names in the schema's form.
const brief = (scan: string, scan_id: string, run_id: string | null) =>
  ({ scan, scan_id, run_id }) as Pick<ScanBrief, "scan" | "scan_id" | "run_id">;

test("a report takes the address that view gave its scan", () => {
  expect(sameScan("first~publish-1", [brief("publish-1", "publish-1", null)])).toBe("publish-1");
  expect(sameScan("first~publish-2", [brief("publish-1", "publish-1", null)])).toBeNull();
});

test("view takes the address of a report where only one scan has its name", () => {
  const first = brief("first~publish-1", "publish-1", "first");
  expect(sameScan("publish-1", [first])).toBe("first~publish-1");
  expect(sameScan("publish-1", [first, brief("second~publish-1", "publish-1", "second")])).toBeNull();
});

test("the scan of another run is never shown in its place", () => {
  expect(sameScan("second~publish-1", [brief("first~publish-1", "publish-1", "first")])).toBeNull();
});
