import { expect, test } from "vitest";
import { replacing, withCorpus } from "../../test/fixtures/corpus/temporary-corpus.ts";
import { loadForeignCorpus } from "./load-foreign-corpus.ts";

test("a foreign corpus without errors is read", async () => {
  await withCorpus({}, async (root) => {
    expect((await loadForeignCorpus(root)).checks.size).toBeGreaterThan(0);
  });
});

test("a foreign corpus with a pattern that never ends is refused before it is used", async () => {
  const endless = replacing(
    "  - phrase: I will always be here",
    '  - { pattern: "(?:always|alway)+", literal: "alway" }',
  );
  await withCorpus({ "lexicons/endless_promise.yaml": endless }, async (root) => {
    await expect(loadForeignCorpus(root)).rejects.toThrow(/endless_promise\.yaml/);
  });
});
