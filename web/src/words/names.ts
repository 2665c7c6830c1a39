/** Names things that have an id and no name of their own. */
import { releaseName } from "../../../src/domain/models.ts";
import type { LineRelease } from "../../../src/site/build-line.ts";
import type { ModelBrief, ScanBrief } from "../../../src/site/site-ports.ts";

// Length of a run's name that a closed list shows.
const ROOM = 24;
const HEAD = 8;

/**
 * Names each scan, by its key: the run first, because it differs most, then the profile. All runs of one corpus share
 * the hash in a scan's own name, so it is added only if a run has two scans of a profile.
 */
export function nameScans(scans: readonly ScanBrief[]): ReadonlyMap<string, string> {
  const runs = shortenNames(scans.flatMap(({ run_id }) => run_id ?? []));
  const labels = labelsOfRuns(scans);
  return new Map(
    scans.map((brief) => {
      const { scan, run_id } = brief;
      const own = nameWithinRun(brief, scans);
      const called = labels.get(scan) ?? (run_id === null ? null : (runs.get(run_id) ?? run_id));
      return [scan, called === null ? own : `${called} · ${own}`];
    }),
  );
}

/** Names two sides by their assistants; if they are the same, also by what distinguishes the scans. */
export function nameSides(
  scans: readonly ScanBrief[],
  a: ModelBrief,
  b: ModelBrief,
): { readonly a: string; readonly b: string } {
  const [ofA, ofB] = [a, b].map((side) => scans.find(({ scan }) => scan === side.scan));
  if (a.model_id !== b.model_id || ofA === undefined || ofB === undefined || ofA === ofB)
    return { a: a.model_id, b: b.model_id };
  const isOtherRun = ofA.run_id !== ofB.run_id;
  const labels = labelsOfRuns(scans);
  const name = (brief: ScanBrief) =>
    (isOtherRun && (labels.get(brief.scan) ?? brief.run_id)) || nameWithinRun(brief, scans);
  return { a: `${a.model_id} (${name(ofA)})`, b: `${b.model_id} (${name(ofB)})` };
}

/** Returns the release label of each scan, if no other shown run has the same label. */
function labelsOfRuns(scans: readonly ScanBrief[]): ReadonlyMap<string, string> {
  return new Map(
    scans.flatMap(({ scan, run_id, release: { label } }) => {
      const isOwn = scans.every((other) => other.release.label !== label || other.run_id === run_id);
      return label === null || !isOwn ? [] : [[scan, label] as const];
    }),
  );
}

/** Names of a release. */
export interface ReleaseNames {
  /** Its label if unique, else the same as `long`. */
  readonly short: string;
  /** Its label and its day, and the run if another release has the same label. */
  readonly long: string;
}

/** Names each release of a model, by its scan. */
export function nameReleases(
  releases: readonly Pick<LineRelease, "release" | "run_id" | "scan">[],
): ReadonlyMap<string, ReleaseNames> {
  const isAlone = (value: string | null, all: readonly (string | null)[]) =>
    value !== null && all.filter((other) => other === value).length === 1;
  const names = releases.map(({ release }) => releaseName(release));
  const labels = releases.map(({ release }) => release.label);
  return new Map(
    releases.map(({ scan, run_id, release }) => {
      const name = releaseName(release);
      const run = run_id ?? scan;
      const long = name === null ? run : isAlone(name, names) ? name : `${name}, ${run}`;
      return [scan, { long, short: isAlone(release.label, labels) ? (release.label ?? long) : long }];
    }),
  );
}

function nameWithinRun(brief: ScanBrief, scans: readonly ScanBrief[]): string {
  const isAlone = scans.every(
    (other) => other === brief || other.run_id !== brief.run_id || other.profile !== brief.profile,
  );
  return isAlone ? brief.profile : brief.scan_id;
}

/** Shortens long names in the middle, because names of runs tend to begin alike; keeps names that would not stay unique. */
function shortenNames(names: readonly string[]): ReadonlyMap<string, string> {
  const distinct = [...new Set(names)];
  const shorten = (name: string) =>
    name.length <= ROOM ? name : `${name.slice(0, HEAD)}…${name.slice(HEAD + 1 - ROOM)}`;
  return new Map(
    distinct.map((name) => {
      const isUnique = distinct.every((other) => other === name || shorten(other) !== shorten(name));
      return [name, isUnique ? shorten(name) : name];
    }),
  );
}
