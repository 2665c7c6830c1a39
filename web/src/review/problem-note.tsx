import { DeclinedError } from "./errors.ts";

interface ProblemNoteProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly level: "h1" | "h2";
}

/** Note for a server that does not respond or does not know the link. */
export function ProblemNote({ error, onRetry, level: Heading }: ProblemNoteProps) {
  const isStranger = error instanceof DeclinedError && error.status === 401;
  return (
    <div className="reading grid gap-3" role="alert">
      <Heading>{isStranger ? "This link is not valid" : "This could not be shown"}</Heading>
      <p>
        {isStranger
          ? "Links last until the server is stopped. Ask whoever runs the review for your new one; what you labelled is kept."
          : error instanceof DeclinedError
            ? error.message
            : "The server cannot be reached. What you did is kept in this browser."}
      </p>
      {!isStranger && (
        <p>
          <button type="button" className="control" onClick={onRetry}>
            Try again
          </button>
        </p>
      )}
    </div>
  );
}

/** Page for a session that failed to load. */
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
