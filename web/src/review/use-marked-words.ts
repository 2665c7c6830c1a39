import { useEffect, useState } from "react";
import { type MarkedWords, messageOf, readSelection } from "./read-selection.ts";

/** The words marked last. They stay while something else takes the focus, and go when other words are marked. */
export function useMarkedWords(): MarkedWords | null {
  const [marked, setMarked] = useState<MarkedWords | null>(null);
  useEffect(() => {
    const read = () => {
      const selection = document.getSelection();
      if (messageOf(selection?.anchorNode ?? null) !== null) setMarked(readSelection(selection));
    };
    document.addEventListener("selectionchange", read);
    return () => document.removeEventListener("selectionchange", read);
  }, []);
  return marked;
}
