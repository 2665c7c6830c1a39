import { expect, test } from "vitest";
import { expectRecovery } from "./recovery.fixture.ts";
import { corpus } from "./shipped-world.fixture.ts";

// All scenarios are in test/slow/.
test("through the whole pipeline the perfect judge finds every planted failure of every fourth scenario, and nothing else", async () => {
  const some = [...corpus.scenarios.keys()].filter((_, index) => index % 4 === 0);
  expect(await expectRecovery(some)).toBeGreaterThan(100);
});
