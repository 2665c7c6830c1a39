/** A model's history over its releases, from the scans of a site. */

import { QUALITY_DIMENSIONS } from "../domain/dimensions.ts";
import { differingParts } from "../domain/fingerprints.ts";
import { compareReleases } from "../domain/models.ts";
import { compareText } from "../kernel/order.ts";
import { chunkPath } from "../schema/site-paths.ts";
import type { ModelBrief, ScanBrief, ScanMethod, SitePorts } from "./site-ports.ts";

/** A model's releases, oldest first. */
export type SiteLine = NonNullable<Awaited<ReturnType<typeof buildLine>>>;
/** One release of a model in one scan. */
export type LineRelease = NonNullable<ReturnType<typeof releaseOfRun>>;

/** `null` if no scan of the site has the model. */
export async function buildLine(ports: SitePorts, slug: string) {
  const { items } = await ports.listScans();
  const judged: JudgedRelease[] = [];
  for (const brief of items) {
    const model = brief.models.find((each) => each.slug === slug);
    const method = model === undefined ? null : await ports.describeScan(brief.scan);
    // A pack has other scenarios or checks, so its scans are no releases of the core's line.
    if (model === undefined || method === null) continue;
    if (method.plan.pack !== undefined || method.plan.by_pack !== undefined) continue;
    judged.push({ brief, model, method });
  }
  const ordered = judged.toSorted((one, other) => byTime(one.brief, other.brief));
  const newest = ordered.at(-1);
  if (newest === undefined) return null;
  const runs = Map.groupBy(ordered, ({ brief }) => brief.run_id ?? brief.scan);
  const releases = [...runs.values()].flatMap((scans) => releaseOfRun(scans, newest) ?? []);
  const { model_id, simulated } = newest.model;
  return { model_id, slug, simulated, releases };
}

interface JudgedRelease {
  readonly brief: ScanBrief;
  readonly model: ModelBrief;
  readonly method: ScanMethod;
}

type Dated = Pick<ScanBrief, "release" | "created_at">;

function byTime(one: Dated, other: Dated): number {
  return (
    compareReleases(one.release, other.release) || compareText(one.created_at ?? "", other.created_at ?? "")
  );
}

/** Among several scans of a run, prefers the one judged like the newest release, then the last one. */
function releaseOfRun(scans: readonly JudgedRelease[], newest: JudgedRelease) {
  const isLike = ({ method }: JudgedRelease) =>
    method.plan.fingerprints.scoring.hash === newest.method.plan.fingerprints.scoring.hash;
  const drawn = scans.find((scan) => scan === newest) ?? scans.findLast(isLike) ?? scans.at(-1);
  const summary = drawn?.method.summary.models.find(({ model_id }) => model_id === drawn.model.model_id);
  if (drawn === undefined || summary === undefined) return null;
  const { brief } = drawn;
  return {
    scan: brief.scan,
    run_id: brief.run_id,
    release: brief.release,
    judge: brief.judge,
    conversations: summary.transcripts,
    hard_fails: summary.hard_fails,
    dimensions: QUALITY_DIMENSIONS.map((dimension) => ({ dimension, score: summary.dimensions[dimension] })),
    /** Differences in how it was made from the newest; with any, the model alone does not explain a change. */
    unlike: madeDifferently(drawn.method.plan, newest.method.plan),
    /** Other scans of the same run, not drawn: judged differently, or earlier. */
    other_scans: scans.length - 1,
  };
}

type Fingerprinted = Pick<ScanMethod["plan"], "fingerprints">;

/** The parts of both fingerprints that differ, except the models. */
export function madeDifferently(one: Fingerprinted, other: Fingerprinted): readonly string[] {
  return (["transcripts", "scoring"] as const).flatMap((kind) => {
    const [mine, theirs] = [one, other].map(({ fingerprints }) => fingerprints[kind]?.parts ?? {});
    return differingParts(mine ?? {}, theirs ?? {}, ["models"]).map((part) => part.replaceAll("_", " "));
  });
}

/** The scan with the newest release of each model; for one release, the scan that was made last. */
export function newestReleases(
  scans: readonly (Pick<ScanBrief, "scan" | "release" | "created_at"> & {
    readonly models: readonly Pick<ModelBrief, "model_id">[];
  })[],
): ReadonlyMap<string, string> {
  return new Map(
    scans
      .toSorted(byTime)
      .flatMap(({ scan, models }) => models.map(({ model_id }) => [model_id, scan] as const)),
  );
}

/** Up to this many releases of a model each is compared with every earlier one; beyond, with its neighbours. */
const MOST_FOR_ALL_PAIRS = 6;

/** Chunk paths for a site without a server: one line per model, and changes between releases. */
export function linePaths({ scans }: { readonly scans: readonly ScanBrief[] }): readonly string[] {
  const bySlug = Map.groupBy(
    scans
      .toSorted((one, other) => compareReleases(one.release, other.release))
      .flatMap(({ models }) => models),
    ({ slug }) => slug,
  );
  return [...bySlug].flatMap(([slug, releases]) => [
    chunkPath.line(slug),
    ...releases.flatMap((later, index) =>
      releases
        .slice(releases.length <= MOST_FOR_ALL_PAIRS ? 0 : Math.max(0, index - 1), index)
        .flatMap((earlier) => [
          chunkPath.changes(earlier, later),
          chunkPath.compare(earlier, later),
          chunkPath.compare(later, earlier),
        ]),
    ),
  ]);
}
