import { useEffect, useRef } from "react";
import { singleKeysAreOn } from "../layout/single-keys.ts";

/** Single keys, unless somebody is writing, a dialog is open or they are switched off. A chosen verdict does not block them. */
export function useReviewKeys(actions: Readonly<Record<string, () => void>>): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (!singleKeysAreOn() || isWriting(event)) return;
      const action = latest.current[event.key];
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

function isWriting({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest("textarea, select, dialog[open]") !== null;
}
