const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Moves the focus by one cell, over rows without cells; false where the key moves nothing. */
export function moveInGrid(table: HTMLTableElement, key: string): boolean {
  const [down, right] = STEPS[key] ?? [0, 0];
  const rows = [...table.querySelectorAll("tbody tr")]
    .map((row) => [...row.querySelectorAll<HTMLElement>("[data-place]")])
    .filter((cells) => cells.length > 0);
  const focused = document.activeElement;
  const at = rows.findIndex((cells) => cells.some((cell) => cell === focused));
  if (at === -1 || (down === 0 && right === 0)) return false;
  const column = focused instanceof HTMLElement ? (rows[at]?.indexOf(focused) ?? 0) : 0;
  const target = rows[at + down]?.[column + right];
  target?.focus({ preventScroll: true });
  // By itself the browser is content with half a cell.
  target?.scrollIntoView({ block: "nearest", inline: "nearest" });
  return true;
}
