import { type RefObject, useEffect } from "react";

/**
 * Tells the box around a table how much of it the sticky head and the sticky first column cover, so that whatever
 * takes the focus is scrolled clear of them. Names of assistants wrap, so only the table itself knows.
 */
export function useRoomForHeads(table: RefObject<HTMLTableElement | null>): void {
  useEffect(() => {
    const box = table.current?.parentElement;
    const corner = table.current?.querySelector<HTMLElement>("thead th");
    if (box == null || corner == null) return;
    const observer = new ResizeObserver(() => {
      box.style.setProperty("--head-height", `${corner.offsetHeight}px`);
      box.style.setProperty("--head-width", `${corner.offsetWidth}px`);
    });
    observer.observe(corner);
    return () => observer.disconnect();
  }, [table]);
}
