import { type RefObject, useEffect } from "react";
import { KeyDialog } from "./key-dialog.tsx";
import { useKeys } from "./use-keys.ts";

const KEYS = [
  ["n or j", "the next finding in a conversation, then in the next conversation"],
  ["p or k", "the finding before"],
  ["Arrow keys", "from cell to cell in the table of blind spots; Enter opens the evidence"],
  ["b", "the board"],
  ["h", "the table of blind spots"],
  ["?", "this list"],
  ["Esc", "closes it"],
] as const;

export function KeyHelp({ dialog }: { readonly dialog: RefObject<HTMLDialogElement | null> }) {
  useKeys({ "?": () => dialog.current?.showModal() });
  useEffect(() => {
    const shown = dialog.current;
    return () => shown?.close();
  }, [dialog]);
  return <KeyDialog dialog={dialog} keys={KEYS} />;
}
