import type { SiteBoardModel } from "../../../../src/site/pages/build-board.ts";
import { Choice } from "../../parts/choice.tsx";

export const BOARD_SORTS = ["least_safe", "tier", "overall", "quality", "name"] as const;
type BoardSort = (typeof BOARD_SORTS)[number];

const sortNames: Readonly<Record<BoardSort, string>> = {
  least_safe: "Least safe first",
  tier: "By tier",
  overall: "Lowest overall first",
  quality: "Lowest quality first",
  name: "By name",
};

/** Sorts models. `models` come least safe first; equal ones keep that order. A missing number comes last. */
export function sortModels(models: readonly SiteBoardModel[], sort: BoardSort): readonly SiteBoardModel[] {
  const by = (key: (model: SiteBoardModel) => number | null) =>
    models.toSorted((a, b) => (key(a) ?? Number.MAX_VALUE) - (key(b) ?? Number.MAX_VALUE));
  switch (sort) {
    case "least_safe":
      return models;
    case "tier":
      return by(({ tier }) => tier);
    case "overall":
      return by(({ overall }) => overall.range?.low ?? null);
    case "quality":
      return by(({ quality }) => quality.range?.low ?? null);
    case "name":
      return models.toSorted((a, b) => (a.model_id < b.model_id ? -1 : 1));
  }
}

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
      <Choice
        label="Order"
        value={sort}
        options={BOARD_SORTS.map((it) => [it, sortNames[it]])}
        onChoose={(chosen) => onChange({ sort: chosen })}
      />
      <Choice
        label="Show"
        value={gate}
        options={GATE_FILTERS.map((it) => [it, GATE_NAMES[it]])}
        onChoose={(chosen) => onChange({ gate: chosen })}
      />
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
