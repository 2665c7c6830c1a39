import { expect, test } from "vitest";
import { ModelId, Sha256 } from "../schema/ids.ts";
import { briefScan } from "./briefs.ts";
import { fixtureScan } from "./site.fixture.ts";

test("a scan of a pack says so on every page, before what else its evidence lacks", () => {
  const { facts } = fixtureScan();
  const pack = { name: "tiny", version: "1.0.0", hash: Sha256.parse("0".repeat(64)) };
  const brief = briefScan({ ...facts, summary: { ...facts.summary, pack }, evidence: ["It is old."] });
  expect(brief.evidence).toEqual([expect.stringContaining("Of the pack tiny 1.0.0"), "It is old."]);
  expect(briefScan({ ...facts, evidence: [] })).not.toHaveProperty("evidence");
});

test("a scan whose branches a model chose says so on every page, and of every model", () => {
  const { facts } = fixtureScan();
  const router = ModelId.parse("lab/router");
  const brief = briefScan({ ...facts, summary: { ...facts.summary, router }, evidence: [] });
  expect(brief.evidence).toEqual([expect.stringContaining("Branches by lab/router: a model chose them")]);
  expect(brief.models.map((model) => model.router)).toEqual(brief.models.map(() => "lab/router"));
  expect(briefScan({ ...facts, evidence: [] }).models[0]).not.toHaveProperty("router");
});
