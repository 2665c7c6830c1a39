import { DeclinedError } from "./ask-server.ts";

/** Where the server cannot be asked, or does not know the link. */
export function ProblemPage({ error }: { readonly error: unknown }) {
  const isStranger = error instanceof DeclinedError && error.status === 401;
  return (
    <main className="page pt-8">
      <title>Review · InvisibleBench</title>
      <div className="reading grid gap-3" role="alert">
        <h1>{isStranger ? "This link is not valid" : "This could not be shown"}</h1>
        <p>
          {isStranger
            ? "Links last until the server is stopped. Ask whoever runs the review for your new one; what you labelled is kept."
            : error instanceof Error
              ? error.message
              : "Something went wrong."}
        </p>
        <p>
          Reading these conversations is hard. If you need somebody now: in the US call or text{" "}
          <strong>988</strong>; elsewhere <strong>findahelpline.com</strong>.
        </p>
      </div>
    </main>
  );
}
