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
    .map((row) => [...row.querySelectorAll<HTMLElement>("[data-cell]")])
    .filter((cells) => cells.length > 0);
  const focused = document.activeElement;
  const at = rows.findIndex((cells) => cells.some((cell) => cell === focused));
  if (at === -1 || (down === 0 && right === 0)) return false;
  const column = focused instanceof HTMLElement ? (rows[at]?.indexOf(focused) ?? 0) : 0;
  const target = rows[at + down]?.[column + right];
  if (target === undefined) return true;
  for (const cell of table.querySelectorAll<HTMLElement>("[data-cell]")) cell.tabIndex = -1;
  target.tabIndex = 0;
  target.focus();
  return true;
}
