import { BOARD_SORTS, type BoardSort, sortNames } from "./sort-models.ts";

export const GATE_FILTERS = ["any", "crossed", "clear"] as const;
export type GateFilter = (typeof GATE_FILTERS)[number];

const GATE_NAMES: Readonly<Record<GateFilter, string>> = {
  any: "All assistants",
  crossed: "Those that crossed a line",
  clear: "Those not seen to cross one",
};

export interface BoardChoice {
  readonly sort?: BoardSort;
  readonly name?: string;
  readonly gate?: GateFilter;
}

interface BoardFiltersProps extends Required<BoardChoice> {
  readonly onChange: (change: BoardChoice) => void;
}

export function BoardFilters({ sort, name, gate, onChange }: BoardFiltersProps) {
  return (
    <search className="screen-only flex flex-wrap items-end gap-3">
      <label className="grid gap-1">
        <span className="label">Order</span>
        <select
          className="control"
          value={sort}
          onChange={({ target }) =>
            onChange({ sort: BOARD_SORTS.find((it) => it === target.value) ?? "least_safe" })
          }
        >
          {BOARD_SORTS.map((it) => (
            <option key={it} value={it}>
              {sortNames[it]}
            </option>
          ))}
        </select>
      </label>
      <label className="grid gap-1">
        <span className="label">Show</span>
        <select
          className="control"
          value={gate}
          onChange={({ target }) =>
            onChange({ gate: GATE_FILTERS.find((it) => it === target.value) ?? "any" })
          }
        >
          {GATE_FILTERS.map((it) => (
            <option key={it} value={it}>
              {GATE_NAMES[it]}
            </option>
          ))}
        </select>
      </label>
      <label className="grid gap-1">
        <span className="label">Name contains</span>
        <input
          className="control"
          type="search"
          value={name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
      </label>
    </search>
  );
}
