import { type ReactNode, useState } from "react";

interface FoldProps {
  readonly summary: ReactNode;
  readonly children: () => ReactNode;
}

/** What is folded away is made only when it is unfolded: a long list costs nothing until somebody wants it. */
export function Fold({ summary, children }: FoldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="py-2">{summary}</summary>
      {isOpen && children()}
    </details>
  );
}
