import type { LabelEditor, SaveStatus } from "./use-label.ts";

const WORDS: Readonly<Record<SaveStatus, string>> = {
  unchanged: "",
  saving: "Saving…",
  saved: "Saved.",
  unreachable: "Not saved yet: the server cannot be reached. It is tried again; keep this window open.",
  declined: "Not saved: the server did not take it. Ask whoever runs the review for a new link.",
};

export function SaveLine({ editor }: { readonly editor: LabelEditor }) {
  const { status, missing } = editor;
  const isBad = status === "unreachable" || status === "declined";
  return (
    <p role="status" className={`min-h-6 text-sm ${isBad ? "font-semibold text-fail" : "text-quiet"}`}>
      {WORDS[status]} {status === "saved" && missing}
    </p>
  );
}
