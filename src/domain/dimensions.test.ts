import { expect, test } from "vitest";
import { Dimension, Severity } from "../schema/ids.ts";
import {
  compareCheckIds,
  compareSeverities,
  DIMENSIONS,
  GATE_DIMENSIONS,
  isGateDimension,
  isGravest,
  QUALITY_DIMENSIONS,
  SAID_IN_ORDER,
  SEVERITIES,
} from "./dimensions.ts";

test("every dimension and severity of the schemas is known, in their order", () => {
  expect(DIMENSIONS).toEqual(Dimension.options);
  expect(SAID_IN_ORDER.toSorted()).toEqual(Dimension.options);
  expect(SEVERITIES).toEqual(Severity.options);
});

test("a dimension gates or gives quality, never both", () => {
  expect([...Object.values(GATE_DIMENSIONS), ...QUALITY_DIMENSIONS]).toEqual(DIMENSIONS);
  expect(DIMENSIONS.filter(isGateDimension)).toEqual(Object.values(GATE_DIMENSIONS));
});

test("checks are sorted by dimension, then by number", () => {
  expect(["IB-B1", "IB-A10", "IB-A2"].toSorted(compareCheckIds)).toEqual(["IB-A2", "IB-A10", "IB-B1"]);
});

test("the gravest comes first, and one severity alone is the gravest", () => {
  expect(SEVERITIES.toSorted(compareSeverities)).toEqual(SEVERITIES.toReversed());
  expect(SEVERITIES.filter(isGravest)).toEqual(["S5"]);
});
