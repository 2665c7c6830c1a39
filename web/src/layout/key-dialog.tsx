import type { RefObject } from "react";
import { singleKeysAreOn, turnSingleKeys } from "./single-keys.ts";

/** What the keys of a page do, and the switch that turns single ones off. */
export function KeyDialog({
  dialog,
  keys,
}: {
  readonly dialog: RefObject<HTMLDialogElement | null>;
  readonly keys: readonly (readonly [keys: string, does: string])[];
}) {
  return (
    <dialog
      ref={dialog}
      aria-labelledby="keys-title"
      className="m-auto max-w-lg rounded border border-edge bg-surface p-6 text-ink backdrop:bg-black/40"
    >
      <h2 id="keys-title">Keys</h2>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        {keys.map(([names, does]) => (
          <div key={names} className="contents">
            <dt>
              <kbd className="font-mono text-sm">{names}</kbd>
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
