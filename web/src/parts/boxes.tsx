/** Boxes for content that is wider than the window, long, or to be copied. */
import { type ReactNode, useEffect, useId, useRef, useState, useSyncExternalStore } from "react";

interface ScrollBoxProps {
  /** Accessible name of the content. */
  readonly name: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Holds content that may be wider than the window. If it is, the keyboard can scroll it. */
export function ScrollBox({ name, className = "", children }: ScrollBoxProps) {
  const box = useRef<HTMLElement>(null);
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() =>
      setOverflows(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight),
    );
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return (
    <section
      ref={box}
      aria-label={name}
      className={`scroll ${className}`}
      {...(overflows ? { tabIndex: 0 } : {})}
    >
      {children}
    </section>
  );
}

interface FoldProps {
  readonly summary: ReactNode;
  readonly children: () => ReactNode;
}

/** Renders its content only when unfolded or printed, so that a closed long list costs nothing. */
export function Fold({ summary, children }: FoldProps) {
  const [isOpen, setOpen] = useState(false);
  const isPrinted = useSyncExternalStore(subscribeToPrint, () => window.matchMedia("print").matches);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="py-2">{summary}</summary>
      {(isOpen || isPrinted) && children()}
    </details>
  );
}

function subscribeToPrint(onChange: () => void): () => void {
  const query = window.matchMedia("print");
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

interface CopyTextProps {
  readonly label: string;
  readonly text: string;
  readonly rows: number;
}

/** A text to copy: by a button, or by hand if the browser does not allow it. */
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
