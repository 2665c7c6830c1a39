import { beforeAll } from "vitest";
import type { ScanBrief } from "../../src/site/site-ports.ts";
import { succeed } from "../e2e/evaluated-run.fixture.ts";
import { THREE_SCENARIOS } from "../e2e/three-scenarios.fixture.ts";
import type { ViewedResults } from "./viewed-results.fixture.ts";

const PATIENCE_MS = 120_000;

export interface SeveralScans {
  /** A scan of the run `all`, by all judges. */
  readonly first: ScanBrief;
  /** A scan of another run of the same assistants. */
  readonly other: ScanBrief;
  /** A scan of the run `all`, by word lists only: most of it is undecided. */
  readonly smoke: ScanBrief;
}

/** Puts two more scans into the results that are looked at; call it right after `viewResults`. */
export function addScans(viewed: ViewedResults): () => Promise<SeveralScans> {
  beforeAll(async () => {
    const out = ["--out", viewed.results];
    await succeed("eval", "--run-id", "other", "--seed", "7", ...out, ...THREE_SCENARIOS);
    await succeed("scan", "all", "--profile", "smoke", ...out);
  }, PATIENCE_MS);
  return async () => {
    const { scans } = await viewed.index();
    const find = (run: string, isSmoke: boolean) => {
      const found = scans.find(({ run_id, profile }) => run_id === run && (profile === "smoke") === isSmoke);
      if (found === undefined) throw new Error(`there is no such scan of ${run}`);
      return found;
    };
    return { first: find("all", false), other: find("other", false), smoke: find("all", true) };
  };
}
