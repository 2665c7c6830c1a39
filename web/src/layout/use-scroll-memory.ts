import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

// What was loaded before is there again within a few frames; what is not, nobody waits for.
const TRIES = 20;

/** A new page begins at its top; going back leads to where one was. */
export function useScrollMemory(): void {
  const { history } = useRouter();
  useEffect(() => {
    const positions = new Map<string, number>();
    let shown = history.location;
    const remember = () => void positions.set(keyOf(shown), window.scrollY);
    window.addEventListener("scroll", remember, { passive: true });
    const stop = history.subscribe(({ location, action }) => {
      const isElsewhere = location.pathname !== shown.pathname;
      shown = location;
      if (!isElsewhere) return;
      const isNew = action.type === "PUSH" || action.type === "REPLACE";
      returnTo(isNew ? 0 : (positions.get(keyOf(location)) ?? 0), TRIES);
    });
    return () => {
      window.removeEventListener("scroll", remember);
      stop();
    };
  }, [history]);
}

function returnTo(top: number, tries: number): void {
  window.scrollTo(0, top);
  if (window.scrollY < top - 1 && tries > 0) requestAnimationFrame(() => returnTo(top, tries - 1));
}

function keyOf({
  href,
  state,
}: {
  readonly href: string;
  readonly state: { readonly __TSR_key?: string };
}): string {
  return state.__TSR_key ?? href;
}
