import type { SideOption } from "./side.ts";

/** Both sides as they stand in the address. */
export interface Sides {
  readonly a: string;
  readonly b: string;
}

interface SidePickerProps {
  readonly sides: Sides;
  readonly options: readonly SideOption[];
  /** Whether to say which scan a side is of. */
  readonly withOrigin: boolean;
  readonly onChange: (sides: Sides) => void;
}

export function SidePicker({ sides, options, withOrigin, onChange }: SidePickerProps) {
  return (
    <div className="screen-only flex flex-wrap items-start gap-3">
      {(["a", "b"] as const).map((side) => {
        const chosen = options.find(({ value }) => value === sides[side]);
        return (
          <div key={side} className="grid max-w-[min(32rem,100%)] gap-1">
            <label className="grid gap-1">
              <span className="label">{side === "a" ? "First" : "Second"}</span>
              <select
                className="control"
                value={chosen?.value ?? ""}
                onChange={({ target }) => onChange({ ...sides, [side]: target.value })}
              >
                {chosen === undefined && <option value="">Choose an assistant</option>}
                {options.map(({ value, name }) => (
                  <option key={value} value={value} disabled={value === sides[side === "a" ? "b" : "a"]}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            {withOrigin && chosen !== undefined && (
              <p className="text-sm text-quiet">{`Of ${chosen.origin}`}</p>
            )}
          </div>
        );
      })}
      <button
        type="button"
        className="control self-start sm:mt-[1.55rem]"
        onClick={() => onChange({ a: sides.b, b: sides.a })}
      >
        Swap
      </button>
    </div>
  );
}
