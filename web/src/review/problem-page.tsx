import { ProblemNote } from "./problem-note.tsx";

/** Where not even the session could be had. */
export function ProblemPage({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  return (
    <main className="page grid gap-3 pt-8">
      <title>Review · InvisibleBench</title>
      <ProblemNote error={error} onRetry={onRetry} level="h1" />
      <p className="reading">
        Reading these conversations is hard. If you need somebody now: in the US call or text{" "}
        <strong>988</strong>; elsewhere <strong>findahelpline.com</strong>.
      </p>
    </main>
  );
}
