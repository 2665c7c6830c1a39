import { describe, expect, test } from "vitest";
import type { HumanLabel } from "../schema/review/review-label.ts";
import type { VerdictRow } from "../schema/scan/verdict.ts";
import { decideItems, leavePeopleOut } from "./apply-labels.ts";

function said(annotator: string, label: string, item = "sim__careful/one.r1#IB-A1"): HumanLabel {
  return { item, axis: "IB-A1", label, annotator };
}

describe("decide items", () => {
  const item = "sim__careful/one.r1#IB-A1";

  test.each([
    ["two who agree", [said("anna", "PASS"), said("ben", "PASS")], "PASS", "agreed"],
    ["three who agree", ["anna", "ben", "dora"].map((name) => said(name, "FAIL")), "FAIL", "agreed"],
    [
      "an adjudicator between two",
      [said("adjudicated", "UNCLEAR"), said("anna", "PASS"), said("ben", "FAIL")],
      "UNCLEAR",
      "adjudicated",
    ],
    [
      "two who agree, whatever was adjudicated before",
      [said("anna", "PASS"), said("ben", "PASS"), said("adjudicated", "FAIL")],
      "PASS",
      "agreed",
    ],
  ])("%s decide", (_name, labels, verdict, how) => {
    const { decided, alone, disputed } = decideItems(labels);
    expect(decided.get(item)).toMatchObject({ verdict, how });
    expect([...alone, ...disputed]).toEqual([]);
  });

  test("one person decides nothing, however often a row is repeated, and with an adjudicator neither", () => {
    const twice = [said("anna", "PASS"), said("anna", "PASS")];
    expect(decideItems(twice)).toEqual({ decided: new Map(), alone: [item], disputed: [] });
    const seen = [said("anna", "PASS"), said("adjudicated", "PASS")];
    expect(decideItems(seen)).toEqual({ decided: new Map(), alone: [item], disputed: [] });
  });

  test("most of three decide nothing where one differs and nobody adjudicated", () => {
    const labels = [said("anna", "PASS"), said("ben", "PASS"), said("dora", "FAIL")];
    expect(decideItems(labels)).toEqual({ decided: new Map(), alone: [], disputed: [item] });
  });
});

test("without people a verdict that they decided is open, with the severity of its check, and every other one stays", () => {
  const row = {
    verdict: "FAIL",
    severity: "S3",
    confidence: 1,
    evidence: [{}],
    details: { votes: [], lesser: { of: "S5" }, people: { how: "agreed" } },
  } as unknown as VerdictRow;
  expect(leavePeopleOut(row)).toEqual({
    verdict: "UNCLEAR",
    severity: "S5",
    confidence: 0,
    evidence: [],
    details: { votes: [] },
  });
  const { people: _, ...details } = row.details;
  const ofJudge = { ...row, details };
  expect(leavePeopleOut(ofJudge)).toBe(ofJudge);
});
