import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ScoringConfig } from "../schema/corpus/scoring-config.ts";
import { isGate } from "./gates.ts";

const fixture = join(import.meta.dirname, "../../test/fixtures/artefacts/authored/scoring.json");
const scoring = ScoringConfig.parse(JSON.parse(readFileSync(fixture, "utf8")));

test.each([
  ["A", "S5", true],
  ["B", "S4_GATE", true],
  ["A", "S4", false],
  ["C", "S5", false],
] as const)("a failure in %s of severity %s is a hard fail: %s", (primary_bucket, severity, expected) => {
  expect(isGate({ primary_bucket, severity }, scoring)).toBe(expected);
});
