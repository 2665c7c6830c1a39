import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { BlindspotMatrix } from "../../../src/schema/site-board.ts";
import { useSiteIndex } from "../data/use-site-index.ts";
import { ScrollBox } from "../layout/scroll-box.tsx";
import { readName } from "../words/read-name.ts";
import { cellPlace, HeatCell } from "./heat-cell.tsx";
import { HeatReadout, type Pointed } from "./heat-readout.tsx";
import { moveInGrid } from "./move-in-grid.ts";
import { useRoomForHeads } from "./use-room-for-heads.ts";

// More than this many names stand upright, or the table would be wider than any screen.
const MANY = 8;

type Row = BlindspotMatrix["rows"][number];

interface HeatMapProps {
  readonly matrix: BlindspotMatrix;
  readonly rows: readonly Row[];
}

/** Checks by assistants. One stop for the Tab key; the arrow keys go from cell to cell. */
export function HeatMap({ matrix, rows }: HeatMapProps) {
  const { dimensions, checks } = useSiteIndex();
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const table = useRef<HTMLTableElement>(null);
  useRoomForHeads(table);
  const groups = dimensions.map((dimension) => ({
    ...dimension,
    rows: rows.filter((row) => row.dimension === dimension.dimension),
  }));
  const places = rows.flatMap(({ mode_id }) => matrix.models.map((model) => cellPlace(mode_id, model)));
  const stop = places.find((place) => place === focused) ?? places[0];
  return (
    <div className={`heat-layout${matrix.models.length > MANY ? " many" : ""}`}>
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
                      {readName(checks.find(({ mode_id }) => mode_id === row.mode_id)?.name ?? "")}
                    </th>
                    {matrix.models.map((model, column) => {
                      const cell = row.cells[column] ?? null;
                      return (
                        <HeatCell
                          key={`${model.scan} ${model.slug}`}
                          checkId={row.mode_id}
                          model={model}
                          cell={cell}
                          isStop={cellPlace(row.mode_id, model) === stop}
                          onPoint={() => setPointed({ checkId: row.mode_id, model, cell })}
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
