import { type RefObject, useEffect } from "react";
import { singleKeysAreOn, turnSingleKeys } from "./single-keys.ts";
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
      <button type="button" className="control mt-6" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  );
}
