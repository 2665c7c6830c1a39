import { join } from "node:path";
import { build } from "vite";
import { afterAll, beforeAll } from "vitest";
import { createBench } from "../../src/index.ts";
import { type TemporaryFolder, temporaryFolder } from "../e2e/temporary-folder.fixture.ts";

const PATIENCE_MS = 120_000;

export interface OpenReview extends AsyncDisposable {
  /** Where everything comes from. */
  readonly home: string;
  linkOf(annotator: string): string;
}

export interface ReviewPage {
  readonly folder: string;
  serve(batch: string, mode: "label" | "adjudicate", annotators: readonly string[]): Promise<OpenReview>;
}

/** The review page of this very source, for all tests of a file. */
export function builtReviewPage(): ReviewPage {
  let folder: TemporaryFolder | undefined;
  beforeAll(async () => {
    folder = await temporaryFolder();
    await build({
      configFile: join(import.meta.dirname, "../../web/review/vite.config.ts"),
      logLevel: "error",
      build: { outDir: join(folder.path, "page"), emptyOutDir: true },
    });
  }, PATIENCE_MS);
  afterAll(() => folder?.[Symbol.asyncDispose]());
  return {
    get folder() {
      return folder?.path ?? "";
    },
    serve: async (batch, mode, annotators) => {
      const controller = new AbortController();
      const { links, closed } = await createBench().serveReview(batch, {
        mode,
        annotators,
        page: join(folder?.path ?? "", "page"),
        signal: controller.signal,
      });
      const linkOf = (annotator: string) => links.find((link) => link.annotator === annotator)?.url ?? "";
      return {
        home: linkOf(annotators[0] ?? "").replace(/#.*$/, ""),
        linkOf,
        [Symbol.asyncDispose]: () => {
          controller.abort();
          return closed;
        },
      };
    },
  };
}
