import { Link } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef, useState } from "react";
import { formatName } from "../../../../src/domain/dimensions.ts";
import type { BlindspotMatrix } from "../../../../src/site/pages/build-blindspots.ts";
import { useSiteIndex } from "../../data/use-chunk.ts";
import { ScrollBox } from "../../parts/boxes.tsx";
import { cellPlace, HeatCell } from "./heat-cell.tsx";
import { HeatReadout, type PointedCell } from "./heat-readout.tsx";

// With more models, names are vertical, or the table would be wider than any screen.
const MANY_MODELS = 8;

type Row = BlindspotMatrix["rows"][number];

interface HeatMapProps {
  readonly matrix: BlindspotMatrix;
  readonly rows: readonly Row[];
}

/** Table of checks by assistants. It is one Tab stop; the arrow keys move from cell to cell. */
export function HeatMap({ matrix, rows }: HeatMapProps) {
  const { dimensions, checks } = useSiteIndex();
  const [pointed, setPointed] = useState<PointedCell | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const table = useRef<HTMLTableElement>(null);
  useHeadsInSight(table);
  const groups = dimensions.map((dimension) => ({
    ...dimension,
    rows: rows.filter((row) => row.dimension === dimension.dimension),
  }));
  const places = rows.flatMap(({ mode_id }) => matrix.models.map((model) => cellPlace(mode_id, model)));
  const stop = places.find((place) => place === focused) ?? places[0];
  return (
    <div className={`heat-layout${matrix.models.length > MANY_MODELS ? " many" : ""}`}>
      <ScrollBox name="Table of blind spots" className="heat-frame">
        <table
          ref={table}
          className="heat"
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: cells are moved through by arrow keys
          role="grid"
          onFocus={({ target }) => setFocused(target.dataset["place"] ?? focused)}
          onKeyDown={(event) => {
            if (table.current !== null && moveInGrid(table.current, event.key)) event.preventDefault();
          }}
        >
          <caption className="sr-only">
            Failures per check and assistant: failed of those that gave occasion
          </caption>
          <thead>
            <tr>
              <th scope="col">Check</th>
              {matrix.models.map(({ scan, model_id, slug }) => (
                <th key={`${scan} ${slug}`} scope="col" className="model-name">
                  <Link to="/s/$scan/models/$slug" params={{ scan, slug }}>
                    <bdi>{model_id}</bdi>
                  </Link>
                </th>
              ))}
            </tr>
          </thead>
          {groups
            .filter((group) => group.rows.length > 0)
            .map((group) => (
              <tbody key={group.dimension}>
                <tr>
                  <th scope="rowgroup" colSpan={matrix.models.length + 1} className="group">
                    {group.name}
                    <span className="font-normal text-quiet">
                      {group.kind === "gate"
                        ? " · a grave failure here is a hard fail"
                        : " · counts for quality"}
                    </span>
                  </th>
                </tr>
                {group.rows.map((row) => (
                  <tr key={row.mode_id}>
                    <th scope="row">
                      <Link to="/s/$scan/checks/$check" params={{ scan: matrix.scan, check: row.mode_id }}>
                        {row.mode_id}
                      </Link>{" "}
                      {formatName(checks.find(({ mode_id }) => mode_id === row.mode_id)?.name ?? "")}
                    </th>
                    {matrix.models.map((model, column) => {
                      const [cell, proof] = [row.cells[column] ?? null, row.proofs[column] ?? null];
                      const place = cellPlace(row.mode_id, model);
                      return (
                        <HeatCell
                          key={`${model.scan} ${model.slug}`}
                          checkId={row.mode_id}
                          model={model}
                          cell={cell}
                          isStop={place === stop}
                          isRead={pointed !== null && place === cellPlace(pointed.checkId, pointed.model)}
                          onPoint={() => setPointed({ checkId: row.mode_id, model, cell, proof })}
                        />
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            ))}
        </table>
      </ScrollBox>
      <HeatReadout scan={matrix.scan} pointed={pointed} />
    </div>
  );
}

const ARROW_STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Moves the focus by one cell and skips rows without cells; returns false if the key moves nothing. */
function moveInGrid(table: HTMLTableElement, key: string): boolean {
  const [down, right] = ARROW_STEPS[key] ?? [0, 0];
  const rows = [...table.querySelectorAll("tbody tr")]
    .map((row) => [...row.querySelectorAll<HTMLElement>("[data-place]")])
    .filter((cells) => cells.length > 0);
  const focused = document.activeElement;
  const at = rows.findIndex((cells) => cells.some((cell) => cell === focused));
  if (at === -1 || (down === 0 && right === 0)) return false;
  const column = focused instanceof HTMLElement ? (rows[at]?.indexOf(focused) ?? 0) : 0;
  const target = rows[at + down]?.[column + right];
  target?.focus({ preventScroll: true });
  // The browser's own scrolling may show only half of the cell.
  target?.scrollIntoView({ block: "nearest", inline: "nearest" });
  return true;
}

/**
 * Keeps the assistants' names at the top of the window while the table scrolls below them, and publishes their height,
 * so that focused cells are scrolled clear of them. If the table fits, CSS alone does it. A box that scrolls sideways
 * fixes its head, so the head must move along with the page.
 */
function useHeadsInSight(table: RefObject<HTMLTableElement | null>): void {
  useEffect(() => {
    const shown = table.current;
    const box = shown?.parentElement;
    const corner = shown?.querySelector<HTMLElement>("thead th");
    if (shown == null || box == null || corner == null) return;
    const root = document.documentElement;
    const follow = () => {
      const { top, height } = box.getBoundingClientRect();
      const isHeld = box.classList.contains("held");
      const down = Math.max(0, Math.min(-top, height - 2 * corner.offsetHeight));
      shown.style.setProperty("--head-shift", isHeld ? `${down}px` : "0px");
    };
    const measure = () => {
      box.classList.toggle("held", shown.offsetWidth > box.clientWidth);
      root.style.setProperty("--head-height", `${corner.offsetHeight}px`);
      box.style.setProperty("--head-width", `${corner.offsetWidth}px`);
      follow();
    };
    const observer = new ResizeObserver(measure);
    observer.observe(corner);
    observer.observe(box);
    window.addEventListener("scroll", follow, { passive: true });
    return () => {
      observer.disconnect();
      window.removeEventListener("scroll", follow);
      root.style.removeProperty("--head-height");
    };
  }, [table]);
}
