import { expect, test } from "vitest";
import { Sha256 } from "../schema/ids.ts";
import { briefScan } from "./briefs.ts";
import { fixtureScan } from "./site.fixture.ts";

test("a scan of a pack says so on every page, before what else its evidence lacks", () => {
  const { facts } = fixtureScan();
  const pack = { name: "tiny", version: "1.0.0", hash: Sha256.parse("0".repeat(64)) };
  const brief = briefScan({ ...facts, summary: { ...facts.summary, pack }, evidence: ["It is old."] });
  expect(brief.evidence).toEqual([expect.stringContaining("Of the pack tiny 1.0.0"), "It is old."]);
  expect(briefScan({ ...facts, evidence: [] })).not.toHaveProperty("evidence");
});
