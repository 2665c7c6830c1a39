import { type RefObject, useEffect, useRef } from "react";

const KEY = "invisiblebench-single-keys";

let areOn = readChoice();

/** Whether single-key shortcuts are on. People who dictate or hit keys by accident can turn them off. */
export function singleKeysAreOn(): boolean {
  return areOn;
}

function turnSingleKeys(on: boolean): void {
  areOn = on;
  try {
    localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

function readChoice(): boolean {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    // The browser may forbid storage, as for some pages opened from a file.
    return true;
  }
}

/** Handles single keys, except while the user types or a dialog is open. */
export function useKeys(actions: Readonly<Record<string, () => void>>): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event)) return;
      if (!singleKeysAreOn()) return;
      const action = latest.current[event.key];
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest("input, textarea, select, dialog[open]") !== null;
}

/** Lists the keys of a page, with the switch that turns single ones off. */
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
