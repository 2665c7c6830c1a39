import { type RefObject, useEffect, useRef } from "react";
import { KeyDialog, singleKeysAreOn } from "../parts/keys.tsx";

/** Handles single keys, except while the user types, a dialog is open or they are switched off. A selected verdict does not block them. */
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

const KEYS = [
  ["1", "Fail; the same key again takes it back"],
  ["2", "Pass"],
  ["3", "Unclear"],
  ["4", "Not applicable"],
  ["q", "quotes the words marked in the conversation"],
  ["c", "the next step of confidence, and none after the last"],
  ["e", "to the note; Esc leaves it"],
  ["n or j", "the next item"],
  ["p or k", "the item before"],
  ["z", "pause: hides everything"],
  ["?", "this list"],
] as const;

export function ReviewKeyList({ dialog }: { readonly dialog: RefObject<HTMLDialogElement | null> }) {
  return <KeyDialog dialog={dialog} keys={KEYS} />;
}
