import { resolve } from "node:path";
import { expect, test } from "vitest";
import { chunkPath } from "../../schema/site-paths.ts";
import { openBenchContext } from "../bench-context.ts";
import { openSite } from "./open-site.ts";

test("a chunk of one scan is looked up by its key, and the other scans are left alone", async () => {
  const corpus = resolve(import.meta.dirname, "../../../test/fixtures/corpus/valid");
  const asked: string[] = [];
  const site = await openSite({
    context: await openBenchContext({ corpus }),
    source: "live",
    listScans: () => Promise.reject(new Error("every scan was listed")),
    findScan: async (key) => {
      asked.push(key);
      return null;
    },
    leaderboard: null,
    isJointBoard: false,
  });
  expect(await site.chunk(chunkPath.board("night~publish-1"))).toBeNull();
  expect(asked).toEqual(["night~publish-1"]);
});
