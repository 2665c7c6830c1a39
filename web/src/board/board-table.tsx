import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ScanBoard } from "../../../src/schema/site-board.ts";
import { IntervalAxis } from "../chart/interval-plot.tsx";
import { BoardFilters } from "./board-filters.tsx";
import { BoardRow } from "./board-row.tsx";
import { sortModels } from "./sort-models.ts";

/** Every assistant with its gates and intervals. */
export function BoardTable({ board }: { readonly board: ScanBoard }) {
  const search = useSearch({ from: "/s/$scan" });
  const navigate = useNavigate({ from: "/s/$scan" });
  const { sort = "least_safe", name = "", gate = "any" } = search;
  const shown = sortModels(board.models, sort).filter(
    ({ model_id, hard_fails }) =>
      model_id.toLowerCase().includes(name.toLowerCase()) &&
      (gate === "any" || (gate === "crossed") === hard_fails.k > 0),
  );
  return (
    <>
      <BoardFilters
        sort={sort}
        name={name}
        gate={gate}
        onChange={(change) => void navigate({ search: { ...search, ...change }, replace: true })}
      />
      <table className="table stacks board">
        <caption className="sr-only">Every assistant with its gates, rates and scores</caption>
        <thead>
          <tr>
            <th scope="col">Assistant</th>
            <th scope="col" className="plot">
              Crossed a safety or compliance line
              <IntervalAxis ticks={["0%", "50%", "100%"]} />
            </th>
            <th scope="col" className="plot">
              Quality of its replies, leaving lines aside
              <IntervalAxis ticks={["0", "0.5", "1"]} />
            </th>
            <th scope="col" className="plot">
              Overall score, 0 where it crossed a line
              <IntervalAxis ticks={["0", "0.5", "1"]} />
            </th>
            <th scope="col">Gates</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((model) => (
            <BoardRow key={model.model_id} model={model} of={board.models.length} />
          ))}
        </tbody>
      </table>
      {shown.length === 0 && <p>No assistant fits these filters.</p>}
    </>
  );
}
