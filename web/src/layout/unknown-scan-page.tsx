import { Link } from "@tanstack/react-router";
import type { SiteIndex } from "../../../src/schema/site-index.ts";
import { nameScans } from "../words/name-scans.ts";
import { LookAgain } from "./look-again.tsx";
import { PageHeading } from "./page-heading.tsx";

interface UnknownScanPageProps {
  readonly index: SiteIndex;
  /** What the address calls it. */
  readonly named: string;
}

/** The address names a scan that is not here: which, and what there is instead. */
export function UnknownScanPage({ index: { scans, source }, named }: UnknownScanPageProps) {
  const names = nameScans(scans);
  return (
    <div className="reading grid gap-4">
      <PageHeading name="No such scan">There is no scan “{named}” here</PageHeading>
      {scans.length > 0 && (
        <>
          <p>{scans.length === 1 ? "There is one:" : "There are these:"}</p>
          <ul className="grid list-disc gap-1 ps-5">
            {scans.map(({ scan }) => (
              <li key={scan}>
                <Link to="/s/$scan" params={{ scan }} className="inline-block min-h-6">
                  {names.get(scan)}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {source === "live" && <LookAgain>If it was made a moment ago, it may be there by now.</LookAgain>}
    </div>
  );
}
