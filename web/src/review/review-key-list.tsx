import type { RefObject } from "react";
import { singleKeysAreOn, turnSingleKeys } from "../layout/single-keys.ts";

const KEYS = [
  ["1", "Fail"],
  ["2", "Pass"],
  ["3", "Unclear"],
  ["4", "Not applicable"],
  ["q", "quotes the words marked in the conversation"],
  ["c", "the next step of confidence"],
  ["e", "to the note; Esc leaves it"],
  ["n or j", "the next item"],
  ["p or k", "the item before"],
  ["z", "pause: hides everything"],
  ["?", "this list"],
] as const;

export function ReviewKeyList({ dialog }: { readonly dialog: RefObject<HTMLDialogElement | null> }) {
  return (
    <dialog
      ref={dialog}
      aria-labelledby="keys-title"
      className="m-auto max-w-lg rounded border border-edge bg-surface p-6 text-ink backdrop:bg-black/40"
    >
      <h2 id="keys-title">Keys</h2>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        {KEYS.map(([keys, does]) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="font-mono text-sm">{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-4 flex min-h-6 items-center gap-2">
        <input
          type="checkbox"
          className="size-5"
          defaultChecked={singleKeysAreOn()}
          onChange={({ target }) => turnSingleKeys(target.checked)}
        />
        Use single keys
      </label>
      <form method="dialog" className="mt-6">
        <button type="submit" className="control">
          Close
        </button>
      </form>
    </dialog>
  );
}
