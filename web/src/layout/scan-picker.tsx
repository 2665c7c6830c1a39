import { useNavigate, useParams } from "@tanstack/react-router";
import type { SiteIndex } from "../../../src/schema/site-index.ts";
import { nameScans } from "../words/name-scans.ts";
import { hasSamePage, searchInScan } from "./same-page.ts";

interface ScanPickerProps {
  readonly index: SiteIndex;
  /** Which one is looked at; null where the address names one that is not here. */
  readonly scan: string | null;
}

/** Which scan is looked at, where there are several. Another one is shown on the same kind of page, where it has that. */
export function ScanPicker({ index: { scans, board }, scan }: ScanPickerProps) {
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
        className="control w-full max-w-full text-sm md:max-w-80"
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
