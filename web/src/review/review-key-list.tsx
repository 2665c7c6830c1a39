import type { RefObject } from "react";
import { KeyDialog } from "../layout/key-dialog.tsx";

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
