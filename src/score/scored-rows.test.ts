import { expect, test } from "vitest";
import { corpus } from "../providers/sim/shipped-world.fixture.ts";
import { CheckId } from "../schema/ids.ts";
import { rowOf } from "./score.fixture.ts";
import { withMissingRows } from "./scored-rows.ts";
import { handoffNeeds } from "./scorers/score-coordination.ts";

const eligible = ["IB-A1", "IB-A2"].map((id) => CheckId.parse(id));

test("a planned check without a row is undecided, and the need it stands for is too", () => {
  const given = { planned: { eligible }, rows: [rowOf("A", "PASS")], isAuthored: true };
  const rows = withMissingRows({ ...given, ...corpus });
  expect(rows.map(({ mode_id, verdict }) => [mode_id, verdict])).toEqual([
    ["IB-A1", "PASS"],
    ["IB-A2", "UNCLEAR"],
  ]);
  expect(handoffNeeds({ needsFrom: eligible, rows, isAuthored: true, messages: [] })).toEqual([
    { turn: 1, mode_id: "IB-A1", met: true },
    { turn: 1, mode_id: "IB-A2", met: null },
  ]);
});
