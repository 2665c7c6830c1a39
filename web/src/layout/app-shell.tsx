import { Outlet, useLocation, useNavigate, useParams } from "@tanstack/react-router";
import { useRef } from "react";
import { chunkPath } from "../../../src/schema/site-data.ts";
import { useChunk } from "../data/use-chunk.ts";
import { PrivateNote, SimulatedNote } from "./bar-note.tsx";
import { KeyHelp } from "./key-help.tsx";
import { LoadBoundary } from "./load-boundary.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";
import { UnknownScanPage } from "./unknown-scan-page.tsx";
import { useKeys } from "./use-keys.ts";
import { usePlaceMemory } from "./use-place-memory.ts";

/** What stands around every page. */
export function AppShell() {
  const index = useChunk("index", chunkPath.index());
  const { scan: named } = useParams({ strict: false });
  const isUnknown =
    named !== undefined && named !== index.board && index.scans.every(({ scan: known }) => known !== named);
  const start = index.board ?? index.scans[0]?.scan ?? null;
  // From an address that names nothing here the links lead to what there is.
  const scan = isUnknown ? start : (named ?? start);
  const { simulated, private: isPrivate } = index.scans.find((brief) => brief.scan === scan) ?? index;
  const help = useRef<HTMLDialogElement>(null);
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
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
      <SiteHeader index={index} scan={scan} isChosen={!isUnknown} onHelp={() => help.current?.showModal()} />
      {simulated && <SimulatedNote />}
      {isPrivate && <PrivateNote />}
      <main ref={main} tabIndex={-1} className="page pt-8 outline-none">
        <LoadBoundary key={pathname}>
          {isUnknown ? <UnknownScanPage index={index} named={named} /> : <Outlet />}
        </LoadBoundary>
      </main>
      <SiteFooter index={index} />
      <KeyHelp dialog={help} />
    </>
  );
}

function useScanKeys(scan: string | null): void {
  const navigate = useNavigate();
  useKeys(
    scan === null
      ? {}
      : {
          b: () => void navigate({ to: "/s/$scan", params: { scan } }),
          h: () => void navigate({ to: "/s/$scan/blindspots", params: { scan } }),
        },
  );
}
