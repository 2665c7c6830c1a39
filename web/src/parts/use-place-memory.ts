import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

// Loaded content is back within a few frames; the restore does not wait longer.
const TRIES = 60;

interface Place {
  readonly top: number;
  /** Scroll positions of boxes, by name. */
  readonly boxes: ReadonlyMap<string, { readonly left: number; readonly top: number }>;
  /** `data-place` of the focused element; null if it had none. */
  readonly focus: string | null;
}

const TOP: Place = { top: 0, boxes: new Map(), focus: null };

let awaited: Place | null = null;

/** Whether the focus will return to its earlier place on this page, so that nothing else should take it. */
export function isFocusReturning(): boolean {
  return awaited !== null && awaited.focus !== null;
}

/** Starts new pages at the top. Going back restores the position, also within a box, and the focused cell. */
export function usePlaceMemory(): void {
  const { history } = useRouter();
  useEffect(() => {
    const places = new Map<string, Place>();
    let shown = history.location;
    const remember = (part: Partial<Place>) =>
      void places.set(keyOf(shown), { ...(places.get(keyOf(shown)) ?? TOP), ...part });
    const rememberScroll = ({ target }: Event) => {
      if (!(target instanceof Element)) return remember({ top: window.scrollY });
      const name = target.getAttribute("aria-label");
      if (name === null) return;
      const boxes = new Map(places.get(keyOf(shown))?.boxes);
      remember({ boxes: boxes.set(name, { left: target.scrollLeft, top: target.scrollTop }) });
    };
    const rememberFocus = ({ target }: FocusEvent) =>
      remember({ focus: target instanceof HTMLElement ? (target.dataset["place"] ?? null) : null });
    // Scroll events of a box do not bubble, but the capture phase sees them.
    document.addEventListener("scroll", rememberScroll, { passive: true, capture: true });
    document.addEventListener("focusin", rememberFocus);
    const stop = history.subscribe(({ location, action }) => {
      const left = shown;
      shown = location;
      if (location.pathname === left.pathname) {
        // Another filter is a new history entry at the same place.
        places.set(keyOf(location), places.get(keyOf(location)) ?? places.get(keyOf(left)) ?? TOP);
        return;
      }
      const isNew = action.type === "PUSH" || action.type === "REPLACE";
      awaited = isNew ? TOP : (places.get(keyOf(location)) ?? TOP);
      returnTo(awaited, TRIES);
    });
    return () => {
      document.removeEventListener("scroll", rememberScroll, { capture: true });
      document.removeEventListener("focusin", rememberFocus);
      stop();
    };
  }, [history]);
}

function returnTo(place: Place, tries: number): void {
  // The user has navigated on in the meantime.
  if (awaited !== place) return;
  const focused =
    place.focus === null
      ? null
      : document.querySelector<HTMLElement>(`[data-place="${CSS.escape(place.focus)}"]`);
  // Focus first: a page may show more for the focused element and become longer.
  focused?.focus({ preventScroll: true });
  window.scrollTo(0, place.top);
  const boxes = [...place.boxes].map(([name, { left, top }]) => {
    const box = document.querySelector(`.scroll[aria-label="${CSS.escape(name)}"]`);
    box?.scrollTo(left, top);
    return box;
  });
  const isThere =
    window.scrollY >= place.top - 1 && !boxes.includes(null) && (place.focus === null || focused !== null);
  if (!isThere && tries > 0) {
    requestAnimationFrame(() => returnTo(place, tries - 1));
    return;
  }
  awaited = null;
  if (place.focus !== null && focused === null)
    document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
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
