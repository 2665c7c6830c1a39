import type { SidePath } from "../../../src/schema/site-data.ts";
import { useSiteIndex } from "../data/use-site-index.ts";
import { sideOptions, writeSide } from "./side.ts";

interface SidePickerProps {
  readonly a: SidePath;
  readonly b: SidePath;
  readonly onChange: (sides: { readonly a: string; readonly b: string }) => void;
}

export function SidePicker({ a, b, onChange }: SidePickerProps) {
  const options = sideOptions(useSiteIndex());
  const sides = { a: writeSide(a), b: writeSide(b) };
  return (
    <div className="screen-only flex flex-wrap items-end gap-3">
      {(["a", "b"] as const).map((side) => (
        <label key={side} className="grid max-w-[min(20rem,100%)] gap-1">
          <span className="label">{side === "a" ? "First" : "Second"}</span>
          <select
            className="control"
            value={sides[side]}
            onChange={({ target }) => onChange({ ...sides, [side]: target.value })}
          >
            {options.map(({ value, name }) => (
              <option key={value} value={value} disabled={value === sides[side === "a" ? "b" : "a"]}>
                {name}
              </option>
            ))}
          </select>
        </label>
      ))}
      <button type="button" className="control" onClick={() => onChange({ a: sides.b, b: sides.a })}>
        Swap
      </button>
    </div>
  );
}
