import { useState } from "react";
import { formatQuantity } from "../../../../src/domain/number-words.ts";
import type { ContestedPage, ContestedVerdict } from "../../../../src/site/pages/build-contested.ts";
import type { SiteIndex } from "../../../../src/site/pages/build-index.ts";
import { useSiteIndex } from "../../data/use-chunk.ts";
import { CopyText } from "../../parts/boxes.tsx";

/** Keeps the verdicts selected for people while the window is open, including reloads. */
export function useBasket(scan: string) {
  const key = `review-basket ${scan}`;
  const [items, setItems] = useState<readonly string[]>(() => readBasket(key));
  const keep = (next: readonly string[]) => {
    setItems(next);
    try {
      sessionStorage.setItem(key, JSON.stringify(next));
    } catch {
      // A page from a file may not use storage: the selection then lasts until the page is left.
    }
  };
  return {
    items,
    toggle: (item: string) =>
      keep(items.includes(item) ? items.filter((it) => it !== item) : [...items, item]),
    add: (more: readonly string[]) => keep([...new Set([...items, ...more])]),
    clear: () => keep([]),
  };
}

function readBasket(key: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? "[]");
    return Array.isArray(kept) ? kept.filter((item): item is string => typeof item === "string") : [];
  } catch {
    return [];
  }
}

interface ReviewBasketProps {
  readonly page: ContestedPage;
  readonly chosen: readonly ContestedVerdict[];
  readonly onClear: () => void;
}

/** Shows the selected verdicts and the command that makes a batch of exactly these. */
export function ReviewBasket({ page, chosen, onClear }: ReviewBasketProps) {
  const index = useSiteIndex();
  if (chosen.length === 0) return null;
  const commands = [...Map.groupBy(chosen, ({ scan }) => scan)].map(([scan, ofScan]) => {
    const items = ofScan.map(({ item }) => item).join(",");
    return `invisiblebench review export ${scanName(scan, page, index)} --verdict '${items}'`;
  });
  return (
    <section aria-label="Next review batch" className="grid gap-2 border-s-2 border-edge ps-4">
      <h2 className="text-base">{formatQuantity(chosen.length, "verdict")} for the next review batch</h2>
      <p className="reading text-sm">
        People who do not see the verdicts answer the same questions. Such a batch was chosen and not drawn:
        its labels can overrule these verdicts, and say nothing of how often a judge errs.
        {page.source_scan !== null &&
          ` People decided in this scan already, so the batch is made from ${page.source_scan}, which they labelled.`}
      </p>
      <CopyText label="Command" text={commands.join("\n")} rows={Math.min(8, 2 + commands.length)} />
      <p>
        <button type="button" className="control text-sm" onClick={onClear}>
          Put all back
        </button>
      </p>
    </section>
  );
}

/** Returns a scan's name for commands; a mailed report names no run. */
function scanName(scan: string, { source_scan }: ContestedPage, { scans, source }: SiteIndex): string {
  const brief = scans.find((it) => it.scan === scan);
  if (brief === undefined) return "SCAN";
  const scanId = source_scan ?? brief.scan_id;
  if (brief.run_id !== null) return `${brief.run_id}/${scanId}`;
  return source === "live" ? `scans/${scanId}` : "SCAN";
}
