import { useSyncExternalStore } from "react";

/** The current page. The address holds everything except text that is being typed. */
export type ReviewPlace =
  | { readonly page: "start" | "pause" | "overview" }
  | { readonly page: "item"; readonly number: number };

export function readPlace(hash: string): ReviewPlace {
  const number = /^#\/items\/([1-9]\d{0,5})$/.exec(hash)?.[1];
  if (number !== undefined) return { page: "item", number: Number(number) };
  if (hash === "#/pause") return { page: "pause" };
  return { page: hash === "#/overview" ? "overview" : "start" };
}

export function addressOf(place: ReviewPlace): string {
  if (place.page === "item") return `#/items/${place.number}`;
  return place.page === "start" ? "#/" : `#/${place.page}`;
}

export function goTo(place: ReviewPlace): void {
  location.hash = addressOf(place);
}

export function useReviewPlace(): ReviewPlace {
  return readPlace(useSyncExternalStore(subscribe, () => location.hash));
}

function subscribe(changed: () => void): () => void {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
}
