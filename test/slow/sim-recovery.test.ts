import { expect, test } from "vitest";
import { expectRecovery } from "../../src/providers/sim/recovery.fixture.ts";
import { corpus } from "../../src/providers/sim/shipped-world.fixture.ts";

test("through the whole pipeline the perfect judge finds every planted failure of the corpus, and nothing else", async () => {
  expect(await expectRecovery([...corpus.scenarios.keys()])).toBeGreaterThan(500);
});
