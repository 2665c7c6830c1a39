import { useNavigate } from "@tanstack/react-router";
import type { ScanBrief } from "../../../src/schema/site-index.ts";

interface ScanPickerProps {
  readonly scans: readonly ScanBrief[];
  readonly scan: string;
}

/** Which scan is looked at, where there are several. */
export function ScanPicker({ scans, scan }: ScanPickerProps) {
  const navigate = useNavigate();
  if (scans.length < 2) return null;
  return (
    <label className="text-sm">
      <span className="sr-only">Scan</span>
      <select
        className="control max-w-64 text-sm"
        value={scan}
        onChange={({ target }) => void navigate({ to: "/s/$scan", params: { scan: target.value } })}
      >
        {scans.map((brief) => (
          <option key={brief.scan} value={brief.scan}>
            {`${brief.scan_id}${brief.run_id === null ? "" : ` of ${brief.run_id}`}`}
          </option>
        ))}
      </select>
    </label>
  );
}
