import { useSyncExternalStore } from "react";

const WIDE = "(min-width: 68rem)";

/** Whether verdicts stand beside the turns; else they stand under them. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(WIDE).matches);
}

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}
