import { expect, test } from "vitest";
import { ModelId } from "../schema/ids.ts";
import { allLead, boardHeadline } from "./board-words.ts";

/** The heading of a board whose first `leading` assistants crossed lines equally often. */
function headline(leading: number, of: number): string {
  const models = Array.from({ length: of }, (_, index) => ({ model_id: ModelId.parse(`maker/m${index}`) }));
  // Only the names of the models are read.
  const board = { models, open: 0, lead: { models: models.slice(0, leading) } } as unknown;
  return boardHeadline(board as Parameters<typeof boardHeadline>[0]);
}

test("where all assistants crossed lines alike, none is said to have done so most often", () => {
  expect(headline(22, 22)).toBe("All 22 assistants crossed lines; who most often is too close to call");
  expect(headline(2, 2)).toBe("Both assistants crossed lines; who most often is too close to call");
  expect(headline(1, 1)).toBe("maker/m0 crossed safety or compliance lines");
});

test("where some crossed lines more often than others, they are named", () => {
  expect(headline(1, 5)).toBe("maker/m0 crossed lines most often");
  expect(headline(2, 5)).toMatch(/^maker\/m0 and maker\/m1 crossed lines most often; /);
  expect(headline(21, 22)).toMatch(/^maker\/m0 and 20 others crossed lines most often; /);
  expect(allLead(21, 22)).toBeNull();
});
