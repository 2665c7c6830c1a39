import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { expectNothingAskedTwice } from "./journal-lines.fixture.ts";
import { afterLines, type Moment, survive, undisturbedEval } from "./killed-eval.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";

let whole: Readonly<Record<string, string>>;
beforeAll(async () => {
  await using folder = await temporaryFolder();
  const { exitCode, stderr, hashes } = await undisturbedEval(folder.path);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  whole = hashes;
});

// Every line of a journal is cut after in cut-off.test.ts, and twenty moments by the clock in test/slow/: here is the
// real signal, which leaves a lock, temporary files and calls on their way.
test.for<[string, readonly [Moment, ...Moment[]], boolean]>([
  ["as soon as its folder is there", [afterLines(0, 0)], false],
  ["in the middle of its conversations", [afterLines(9, 0)], true],
  ["in the middle of its scan", [afterLines(9, 7)], true],
  ["in the middle of its conversations and again of its scan", [afterLines(9, 0), afterLines(9, 7)], true],
])("an eval killed %s and resumed gives the bytes of one that was left alone", async ([, moments, isCut]) => {
  await using folder = await temporaryFolder();
  const { exitCode, stderr, cutOff, hashes, journals } = await survive(join(folder.path, "killed"), moments);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  expect(hashes).toEqual(whole);
  expectNothingAskedTwice(journals);
  if (isCut) expect(cutOff).toBe(true);
});
