import { afterAll, beforeAll } from "vitest";
import { createBench } from "../../src/index.ts";
import { chunkPath } from "../../src/schema/site-paths.ts";
import type { SiteChunk } from "../../src/site/site-chunks.ts";
import { evaluatedRun } from "../e2e/evaluated-run.fixture.ts";
import type { TemporaryFolder } from "../e2e/temporary-folder.fixture.ts";

/** Allows a busy machine enough time for an eval. */
const PATIENCE_MS = 120_000;

export interface ViewedResults {
  readonly url: string;
  readonly results: string;
  index(): Promise<SiteChunk<"index">>;
}

/** An eval of three scenarios, opened with `view`, shared by all tests of a file. */
export function viewResults(): ViewedResults {
  const controller = new AbortController();
  let folder: TemporaryFolder | undefined;
  let url = "";
  beforeAll(async () => {
    folder = await evaluatedRun();
    url = (await createBench({ results: folder.path }).view({ signal: controller.signal })).url;
  }, PATIENCE_MS);
  afterAll(async () => {
    controller.abort();
    await folder?.[Symbol.asyncDispose]();
  });
  return {
    get url() {
      return url;
    },
    get results() {
      return folder?.path ?? "";
    },
    // The server writes it from this very schema.
    index: async () => (await (await fetch(url + chunkPath.index())).json()) as SiteChunk<"index">,
  };
}
