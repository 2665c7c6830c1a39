import type { SaveStatus } from "./draft-keeper.ts";
import type { LabelEditor } from "./use-label.ts";

const WORDS: Readonly<Record<SaveStatus, string>> = {
  unchanged: "",
  saving: "Saving…",
  saved: "Saved.",
  unreachable:
    "Not saved yet: the server cannot be reached. It is tried again; what you did is kept in this browser.",
  expired:
    "Not saved yet: your link has ended. Ask whoever runs the review for the new one and open it in this browser; what you did here is kept and saved then.",
  outdated: "Not saved: this item was changed in another window since.",
  declined: "Not saved: the server did not take it. Change something to try again.",
};

export function SaveLine({ editor }: { readonly editor: LabelEditor }) {
  const { status, missing, keepMine, takeNewest } = editor;
  const isGood = status === "unchanged" || status === "saving" || status === "saved";
  return (
    <div className="grid gap-2">
      <p role="status" className={`min-h-6 text-sm ${isGood ? "text-quiet" : "font-semibold text-fail"}`}>
        {WORDS[status]} {(status === "saved" || status === "unchanged") && missing}
      </p>
      {status === "outdated" && (
        <div className="flex flex-wrap gap-2">
          <button type="button" className="control text-sm" onClick={keepMine}>
            Save what stands here
          </button>
          <button type="button" className="control text-sm" onClick={takeNewest}>
            Show what the other window saved
          </button>
        </div>
      )}
    </div>
  );
}
