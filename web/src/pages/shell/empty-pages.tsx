/** Pages for an address or a folder without content. */
import { Link, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { SiteIndex } from "../../../../src/site/pages/build-index.ts";
import { loadIndex } from "../../data/load-chunk.ts";
import { PageHeading } from "../../parts/page-heading.tsx";
import { nameScans } from "../../words/names.ts";

export function NotFoundPage() {
  return (
    <div className="reading grid gap-3">
      <PageHeading name="No such page">No such page</PageHeading>
      <p>
        The address names nothing here. <Link to="/">To the board</Link>
      </p>
    </div>
  );
}

/** Page of an empty folder of results, with instructions to fill it. */
export function NothingYetPage() {
  return (
    <div className="reading grid gap-4">
      <PageHeading name="Nothing yet">There are no results here yet</PageHeading>
      <p>This makes some, with simulated assistants, without a key and in less than a minute:</p>
      <pre className="scroll rounded border border-rule bg-surface p-3 font-mono text-sm">
        <code>invisiblebench eval</code>
      </pre>
      <p>
        It writes into the folder “results”. If this one has another name, say so there too with{" "}
        <code className="font-mono">--out</code>. Until then: <Link to="/methods">how it works</Link>.
      </p>
      <LookAgain>When it has finished:</LookAgain>
    </div>
  );
}

interface UnknownScanPageProps {
  readonly index: SiteIndex;
  /** Name in the address. */
  readonly named: string;
}

/** Page for an unknown scan in the address: names it and lists the existing ones. */
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

/** Reload link, for a live folder of results that may have changed. */
function LookAgain({ children }: { readonly children: ReactNode }) {
  const router = useRouter();
  return (
    <p className="flex flex-wrap items-center gap-3">
      {children}
      <button
        type="button"
        className="control"
        onClick={() => void loadIndex().then(() => router.invalidate())}
      >
        Look again
      </button>
    </p>
  );
}
