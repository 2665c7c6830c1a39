import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { formatName } from "../../../src/domain/dimensions.ts";
import { compareReleases, releaseName } from "../../../src/domain/models.ts";
import { formatQuantity } from "../../../src/domain/number-words.ts";
import type { ScanBrief } from "../../../src/site/site-ports.ts";
import { useCheckBrief, useSiteIndex } from "../data/use-chunk.ts";
import type { FindSearch } from "./find-search.ts";

interface CheckLinkProps {
  readonly scan: string;
  readonly checkId: string;
  /** Whether to add the check's name. */
  readonly named?: boolean;
}

export function CheckLink({ scan, checkId, named = false }: CheckLinkProps) {
  const brief = useCheckBrief(checkId);
  return (
    <Link to="/s/$scan/checks/$check" params={{ scan, check: checkId }} title={brief?.summary}>
      {checkId}
      {named && brief !== undefined && ` ${formatName(brief.name)}`}
    </Link>
  );
}

interface ConversationLinkProps {
  readonly scan: string;
  readonly conversation: string;
  readonly checkId?: string;
  readonly turn?: number;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Links to a conversation, and in it to the quote of a check. */
export function ConversationLink({
  scan,
  conversation,
  checkId,
  turn,
  className,
  children,
}: ConversationLinkProps) {
  return (
    <Link
      to="/s/$scan/conversations/$conversation"
      params={{ scan, conversation }}
      search={{
        ...(checkId === undefined ? {} : { check: checkId }),
        ...(turn === undefined ? {} : { turn }),
      }}
      {...(className === undefined ? {} : { className })}
    >
      {children}
    </Link>
  );
}

interface FindLinkProps {
  readonly scan: string;
  readonly search: FindSearch;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Links to a set of findings or replies in Find: `<FindLink scan={scan} search={{ check: "IB-A8", verdict: "FAIL" }}>`. */
export function FindLink({ scan, search, className, children }: FindLinkProps) {
  return (
    <Link
      to="/s/$scan/find"
      params={{ scan }}
      search={search}
      {...(className === undefined ? {} : { className })}
    >
      {children}
    </Link>
  );
}

/** Returns the scans of an assistant, oldest release first, one for each run. */
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

/** Names the release on an assistant's page and links to its changes; renders nothing for a single release. */
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

/** Says on a board that it shows the newest releases, and links to the others. */
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
