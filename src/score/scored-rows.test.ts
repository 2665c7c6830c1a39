import { expect, test } from "vitest";
import { corpus } from "../providers/sim/shipped-world.fixture.ts";
import { CheckId } from "../schema/ids.ts";
import { rowOf } from "./score.fixture.ts";
import { withMissingRows } from "./scored-rows.ts";
import { handoffNeeds } from "./scorers/handoff-needs.ts";

const eligible = ["IB-A1", "IB-A2"].map((id) => CheckId.parse(id));

test("a planned check without a row is undecided, and the need it stands for is too", () => {
  const rows = withMissingRows({ planned: { eligible }, rows: [rowOf("A", "PASS")], checks: corpus.checks });
  expect(rows.map(({ mode_id, verdict }) => [mode_id, verdict])).toEqual([
    ["IB-A1", "PASS"],
    ["IB-A2", "UNCLEAR"],
  ]);
  expect(handoffNeeds({ needsFrom: eligible, rows, messages: [] })).toEqual([
    { turn: 1, mode_id: "IB-A1", met: true },
    { turn: 1, mode_id: "IB-A2", met: null },
  ]);
});
