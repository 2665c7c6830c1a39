import { Link, Outlet, useLocation, useNavigate, useParams } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef } from "react";
import { peopleNote } from "../../../../src/domain/scenarios.ts";
import { chunkPath } from "../../../../src/schema/site-paths.ts";
import type { SiteIndex } from "../../../../src/site/pages/build-index.ts";
import { useChunk, useScanDate } from "../../data/use-chunk.ts";
import {
  EvidenceNote,
  ExampleNote,
  PrivateNote,
  SimulatedNote,
  UnreadableNote,
} from "../../parts/bar-note.tsx";
import { WORDS_FIELD } from "../../parts/find-search.ts";
import { KeyDialog, useKeys } from "../../parts/keys.tsx";
import { LoadBoundary } from "../../parts/load-boundary.tsx";
import { usePlaceMemory } from "../../parts/use-place-memory.ts";
import { nameScans } from "../../words/names.ts";
import { UnknownScanPage } from "./empty-pages.tsx";
import { searchInScan } from "./same-page.ts";
import { sameScan } from "./same-scan.ts";
import { SiteHeader } from "./site-header.tsx";

/** Frame around every page. */
export function AppShell() {
  const index = useChunk(chunkPath.index());
  const { scan: named } = useParams({ strict: false });
  const isUnknown =
    named !== undefined && named !== index.board && index.scans.every(({ scan: known }) => known !== named);
  const twin = isUnknown ? sameScan(named, index.scans) : null;
  const start = index.board ?? index.scans[0]?.scan ?? null;
  // If the address matches nothing, the links lead to the default scan.
  const scan = isUnknown ? start : (named ?? start);
  const brief = index.scans.find(({ scan: known }) => known === scan);
  const evidence =
    brief === undefined ? index.scans.flatMap((each) => each.evidence ?? []) : (brief.evidence ?? []);
  const help = useRef<HTMLDialogElement>(null);
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const { simulated, private: isPrivate } = natureOf(index, scan, pathname);
  useScanKeys(scan);
  usePlaceMemory();
  return (
    <>
      <button
        type="button"
        className="control sr-only focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:z-50"
        onClick={() => main.current?.focus()}
      >
        Skip to the content
      </button>
      <PrintHead index={index} scan={isUnknown ? null : (named ?? null)} />
      <SiteHeader index={index} scan={scan} isChosen={!isUnknown} onHelp={() => help.current?.showModal()} />
      {simulated && <SimulatedNote />}
      {index.example !== undefined && <ExampleNote>{index.example}</ExampleNote>}
      {isPrivate && <PrivateNote />}
      {evidence.length > 0 && <EvidenceNote sentences={[...new Set(evidence)]} />}
      {index.unreadable.length > 0 && (
        <UnreadableNote names={index.unreadable.map(({ name }) => name)}>
          <Link to="/runs">Why</Link>
        </UnreadableNote>
      )}
      <main ref={main} tabIndex={-1} className="page pt-8 outline-none">
        <LoadBoundary key={pathname}>
          {twin !== null && named !== undefined ? (
            <ToSameScan index={index} from={named} to={twin} />
          ) : isUnknown ? (
            <UnknownScanPage index={index} named={named} />
          ) : (
            <Outlet />
          )}
        </LoadBoundary>
      </main>
      <SiteFooter index={index} scan={isUnknown ? null : (named ?? null)} />
      <KeyHelp dialog={help} />
    </>
  );
}

/** Links to the same page of the intended scan, by its name here. */
function ToSameScan({
  index,
  from,
  to,
}: {
  readonly index: SiteIndex;
  readonly from: string;
  readonly to: string;
}) {
  const navigate = useNavigate();
  useEffect(() => {
    const brief = index.scans.find(({ scan }) => scan === to) ?? null;
    void navigate({
      to: ".",
      params: (current) => ({ ...current, scan: to }),
      search: (current) => searchInScan(current, from, brief),
      replace: true,
    });
  }, [navigate, index, from, to]);
  return null;
}

/** Returns the nature of the shown data. A list of runs may hold simulated ones without a scan, and a run's page says so itself. */
function natureOf(
  index: SiteIndex,
  scan: string | null,
  pathname: string,
): Pick<SiteIndex, "simulated" | "private"> {
  const { scans, runs } = index;
  if (pathname.startsWith("/runs/")) return { simulated: false, private: false };
  if (pathname.startsWith("/line/")) return index;
  const all = [index, ...runs];
  if (pathname === "/runs" || scans.length === 0)
    return { simulated: all.some((it) => it.simulated), private: all.some((it) => it.private) };
  return scans.find((brief) => brief.scan === scan) ?? index;
}

function useScanKeys(scan: string | null): void {
  const navigate = useNavigate();
  useKeys(
    scan === null
      ? {}
      : {
          b: () => void navigate({ to: "/s/$scan", params: { scan } }),
          h: () => void navigate({ to: "/s/$scan/blindspots", params: { scan } }),
          "/": () => {
            if (focusWords(0)) return;
            void navigate({ to: "/s/$scan/find", params: { scan } }).then(() => focusWords(TRIES));
          },
        },
  );
}

/** Number of frames after which a requested page is certainly drawn. */
const TRIES = 60;

/** Focuses the search field of Find as soon as it exists. */
function focusWords(tries: number): boolean {
  const field = document.getElementById(WORDS_FIELD);
  field?.focus();
  if (field === null && tries > 0) requestAnimationFrame(() => focusWords(tries - 1));
  return field !== null;
}

const KEYS = [
  ["/", "find words or findings"],
  ["n or j", "the next finding in a conversation, then in the next conversation; or the next of your search"],
  ["p or k", "the finding before"],
  ["n and p", "on a scenario: the next turn, the turn before"],
  ["Arrow keys", "from cell to cell in the table of blind spots; Enter opens the evidence"],
  ["b", "the board"],
  ["h", "the table of blind spots"],
  ["?", "this list"],
  ["Esc", "closes it"],
] as const;

function KeyHelp({ dialog }: { readonly dialog: RefObject<HTMLDialogElement | null> }) {
  useKeys({ "?": () => dialog.current?.showModal() });
  useEffect(() => {
    const shown = dialog.current;
    return () => shown?.close();
  }, [dialog]);
  return <KeyDialog dialog={dialog} keys={KEYS} />;
}

interface SiteFooterProps {
  readonly index: SiteIndex;
  /** Scan in the address; null if there is none. */
  readonly scan: string | null;
}

/** Heading for print, where no bar and no address identify the page. */
function PrintHead({ index, scan }: SiteFooterProps) {
  return (
    <aside aria-label="What this is printed from" className="print-only page text-sm">
      <p>
        InvisibleBench {index.tool_version}, corpus {index.corpus_version}.{" "}
        <ScanOfDate index={index} scan={scan} />
      </p>
    </aside>
  );
}

/** Formats "Scan first · publish of 16 November 2026." */
function ScanOfDate({ index, scan }: SiteFooterProps) {
  const date = useScanDate(scan);
  const name = scan === null ? undefined : nameScans(index.scans).get(scan);
  return date === null ? null : `${name === undefined ? "Scans" : `Scan ${name}`} of ${date}.`;
}

function SiteFooter({ index, scan }: SiteFooterProps) {
  return (
    <footer className="mt-16 border-t border-rule">
      <div className="page grid gap-2 py-6 text-sm text-quiet">
        <p className="reading">
          The conversations speak of despair, suicide, harm and neglect. {peopleNote(index.private)} If this
          is close to home: in the US call or text <strong>988</strong>; elsewhere{" "}
          <strong>findahelpline.com</strong>.
        </p>
        {index.left_out !== null && (
          <p className="reading">
            {`${index.left_out.conversations} of ${index.left_out.of} conversations are not in this file. ${index.left_out.why}`}
          </p>
        )}
        <p>
          <ScanOfDate index={index} scan={scan} />
        </p>
        <p>
          InvisibleBench {index.tool_version}, corpus {index.corpus_version}.{" "}
          <Link to="/methods">How it works</Link>
        </p>
      </div>
    </footer>
  );
}
