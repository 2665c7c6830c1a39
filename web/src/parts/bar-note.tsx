import type { ReactNode } from "react";

interface BarNoteProps {
  /** One word for the nature of the results. */
  readonly what: string;
  readonly children: ReactNode;
}

/** Shown on every page, below its head. */
function BarNote({ what, children }: BarNoteProps) {
  return (
    <aside
      aria-label={`${what} results`}
      className="border-b border-rule bg-unclear-ground text-sm text-unclear"
    >
      <p className="page py-2 in-[main]:max-w-none in-[main]:px-3">
        <strong>{what}.</strong> {children}
      </p>
    </aside>
  );
}

export function SimulatedNote() {
  return (
    <BarNote what="Simulated">
      These assistants and this judge are programs with known behaviour; the results say nothing about any
      real model.
    </BarNote>
  );
}

/** Note on a board that is an example instead of results. */
export function ExampleNote({ children }: { readonly children: string }) {
  return <BarNote what="Example">{children}</BarNote>;
}

/** Note on results whose evidence is not fresh, or not complete. */
export function EvidenceNote({ sentences }: { readonly sentences: readonly string[] }) {
  return <BarNote what="Evidence">{sentences.join(" ")}</BarNote>;
}

/** Note on a folder with unreadable parts: the shown results may not be the newest. */
export function UnreadableNote({
  names,
  children,
}: {
  readonly names: readonly string[];
  readonly children: ReactNode;
}) {
  return (
    <BarNote what="Not shown">
      <bdi>{names.join(", ")}</bdi>: damaged, or not what was sealed. {children}
    </BarNote>
  );
}

/** Note on results made from private material. */
export function PrivateNote() {
  return (
    <BarNote what="Private">
      Made from conversations or scenarios of your own, which may hold real people's words. Ask whose they are
      before you pass this on.
    </BarNote>
  );
}
