import { Link, useLocation, useNavigate, useParams } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { SiteIndex } from "../../../../src/site/pages/build-index.ts";
import { ThemeSwitch } from "../../parts/theme.tsx";
import { nameScans } from "../../words/names.ts";
import { hasSamePage, searchInScan } from "./same-page.ts";

interface SiteHeaderProps {
  readonly index: SiteIndex;
  /** Current scan; null if there is none. */
  readonly scan: string | null;
  /** Whether the address asks for this scan, instead of it being the default. */
  readonly isChosen: boolean;
  readonly onHelp: () => void;
}

const ITEM = "inline-flex min-h-9 items-center text-ink no-underline hover:underline";
const CURRENT = { className: "font-semibold underline decoration-2 underline-offset-8" };

export function SiteHeader({ index, scan, isChosen, onHelp }: SiteHeaderProps) {
  const nav = useCurrentInSight();
  return (
    <header className="screen-only border-b border-rule bg-surface">
      <div className="page flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
        <Link to="/" className="font-serif text-lg font-semibold text-ink no-underline">
          InvisibleBench
        </Link>
        <nav
          ref={nav}
          aria-label="Pages"
          className="pages-bar order-last w-full overflow-x-auto md:order-none md:w-auto"
        >
          <ul className="flex gap-x-5 text-sm whitespace-nowrap md:gap-x-3.5">
            {scan !== null && <ScanLinks scan={scan} />}
            {scan === null && (
              <li>
                <Link to="/scenarios" className={ITEM} activeProps={CURRENT}>
                  Scenarios
                </Link>
              </li>
            )}
            {index.source === "live" && (
              <li>
                <Link to="/runs" className={ITEM} activeProps={CURRENT}>
                  Runs
                </Link>
              </li>
            )}
            <li>
              <Link to="/methods" className={ITEM} activeProps={CURRENT}>
                Methods
              </Link>
            </li>
          </ul>
        </nav>
        {/* On a phone the scan has a line of its own, or its name would be cut off. */}
        <div className="contents md:ms-auto md:flex md:items-center md:gap-2">
          <ScanPicker index={index} scan={isChosen ? scan : null} />
          <div className="order-1 ms-auto flex items-center gap-2">
            <ThemeSwitch />
            <button
              type="button"
              className="control text-sm whitespace-nowrap"
              onClick={onHelp}
              aria-keyshortcuts="?"
            >
              Keys
            </button>
          </div>
        </div>
      </div>
    </header>
  );
}

/** Scrolls the bar to the current page: on a phone it is longer than the window. */
function useCurrentInSight() {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another place in the bar
  useEffect(() => {
    const bar = nav.current;
    const current = bar?.querySelector<HTMLElement>("[aria-current=page], [data-status=active]");
    if (bar == null || current == null) return;
    const { left, width } = current.getBoundingClientRect();
    bar.scrollLeft += left - bar.getBoundingClientRect().left - (bar.clientWidth - width) / 2;
  }, [pathname]);
  return nav;
}

function ScanLinks({ scan }: { readonly scan: string }) {
  return (
    <>
      <li>
        <Link
          to="/s/$scan"
          params={{ scan }}
          className={ITEM}
          activeOptions={{ exact: true }}
          activeProps={CURRENT}
        >
          Board
        </Link>
      </li>
      <li>
        <Link to="/s/$scan/blindspots" params={{ scan }} className={ITEM} activeProps={CURRENT}>
          Blind spots
        </Link>
      </li>
      <li>
        <Link to="/s/$scan/find" params={{ scan }} className={ITEM} activeProps={CURRENT}>
          Find
        </Link>
      </li>
      <li>
        <Link to="/s/$scan/contested" params={{ scan }} className={ITEM} activeProps={CURRENT}>
          Contested
        </Link>
      </li>
      <li>
        <Link to="/s/$scan/compare" params={{ scan }} className={ITEM} activeProps={CURRENT}>
          Compare
        </Link>
      </li>
      <li>
        <Link to="/s/$scan/checks" params={{ scan }} className={ITEM} activeProps={CURRENT}>
          Checks
        </Link>
      </li>
      <li>
        <Link to="/s/$scan/scenarios" params={{ scan }} className={ITEM} activeProps={CURRENT}>
          Scenarios
        </Link>
      </li>
    </>
  );
}

interface ScanPickerProps {
  readonly index: SiteIndex;
  /** Current scan; null if the address names an unknown one. */
  readonly scan: string | null;
}

/** Selects one of several scans. It keeps the same kind of page if the other scan has it. */
function ScanPicker({ index: { scans, board }, scan }: ScanPickerProps) {
  const navigate = useNavigate();
  const params = useParams({ strict: false });
  if (scans.length < 2) return null;
  const names = nameScans(scans);
  const isJoint = board !== null && !names.has(board);
  const change = async (target: string) => {
    const brief = scans.find((it) => it.scan === target) ?? null;
    if (scan === null || params.scan === undefined || !(await hasSamePage(params, target, brief)))
      await navigate({ to: "/s/$scan", params: { scan: target } });
    else
      await navigate({
        to: ".",
        params: (current) => ({ ...current, scan: target }),
        search: (current) => searchInScan(current, scan, brief),
      });
  };
  return (
    <label className="order-2 min-w-0 basis-full text-sm md:order-none md:basis-auto">
      <span className="sr-only">Scan</span>
      <select
        className="control w-full max-w-full text-sm md:max-w-52 2xl:max-w-80"
        value={scan ?? ""}
        onChange={({ target }) => void change(target.value)}
      >
        {scan === null && <option value="">Choose a scan</option>}
        {isJoint && <option value={board}>All scans together</option>}
        {scans.map((brief) => (
          <option key={brief.scan} value={brief.scan}>
            {names.get(brief.scan)}
          </option>
        ))}
      </select>
    </label>
  );
}
