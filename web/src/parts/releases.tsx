/** Ways to the line of an assistant that has several releases. */
import { Link } from "@tanstack/react-router";
import { compareReleases, releaseName } from "../../../src/domain/models.ts";
import { formatQuantity } from "../../../src/domain/number-words.ts";
import type { ScanBrief } from "../../../src/schema/site/site-index.ts";
import { useSiteIndex } from "../data/use-chunk.ts";

/** The scans of an assistant, oldest release first, one for each run. */
function releasesOf(scans: readonly ScanBrief[], slug: string): readonly ScanBrief[] {
  const own = scans.filter(({ models }) => models.some((model) => model.slug === slug));
  const runs = Map.groupBy(own, ({ run_id, scan }) => run_id ?? scan);
  return [...runs.values()]
    .flatMap(([first]) => first ?? [])
    .toSorted((one, other) => compareReleases(one.release, other.release));
}

interface ReleasesLinkProps {
  readonly slug: string;
  readonly scan: string;
}

/** On an assistant's own page: which release it is, and what changed. Nothing where there is only one. */
export function ReleasesLink({ slug, scan }: ReleasesLinkProps) {
  const { scans } = useSiteIndex();
  const releases = releasesOf(scans, slug);
  const shown = scans.find((brief) => brief.scan === scan);
  const name = shown === undefined ? null : releaseName(shown.release);
  if (releases.length < 2) return shown?.release.label ? <p>Release {name}.</p> : null;
  return (
    <p>
      {name !== null && `Release ${name}. `}
      <Link to="/line/$slug" params={{ slug }}>
        What changed over its {formatQuantity(releases.length, "release")}
      </Link>
    </p>
  );
}

/** On a board: that the newest releases are shown, and where the others are. */
export function NewestReleases({ scan }: { readonly scan: string }) {
  const { scans, board } = useSiteIndex();
  const isJoint = scan === board && scans.every((brief) => brief.scan !== scan);
  const shown = isJoint ? scans : scans.filter((brief) => brief.scan === scan);
  const models = new Map(shown.flatMap((brief) => brief.models.map((model) => [model.slug, model] as const)));
  const lines = [...models.values()]
    .map((model) => ({ model, releases: releasesOf(scans, model.slug) }))
    .filter(({ releases }) => releases.length > 1);
  if (lines.length === 0) return null;
  return (
    <p className="reading text-sm">
      {isJoint && "Of an assistant with several releases the newest is shown. "}
      What changed since the last release:{" "}
      {lines.map(({ model, releases }, index) => {
        const newest = releases.at(-1);
        const name = newest === undefined ? null : releaseName(newest.release);
        return (
          <span key={model.slug}>
            {index > 0 && ", "}
            <Link to="/line/$slug" params={{ slug: model.slug }}>
              <bdi>{model.model_id}</bdi>
            </Link>
            {isJoint && name !== null && ` (${name})`}
          </span>
        );
      })}
      .
    </p>
  );
}
