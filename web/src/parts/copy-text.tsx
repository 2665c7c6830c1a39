import { useId, useRef, useState } from "react";

interface CopyTextProps {
  readonly label: string;
  readonly text: string;
  readonly rows: number;
}

/** A text to take away: copied by a button, or by hand where the browser does not let a page copy. */
export function CopyText({ label, text, rows }: CopyTextProps) {
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const [told, setTold] = useState("");
  const copy = async () => {
    box.current?.select();
    try {
      await navigator.clipboard.writeText(text);
      setTold("Copied.");
    } catch {
      setTold("Marked: copy it with the keyboard.");
    }
  };
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="label">
        {label}
      </label>
      <textarea
        ref={box}
        id={id}
        className="control w-full max-w-3xl font-mono text-sm"
        readOnly
        rows={rows}
        value={text}
      />
      <p className="flex flex-wrap items-center gap-3">
        <button type="button" className="control text-sm" onClick={() => void copy()}>
          Copy
        </button>
        <span role="status" className="text-sm text-quiet">
          {told}
        </span>
      </p>
    </div>
  );
}
