import { createBench } from "../../src/index.ts";

export interface OpenReview extends AsyncDisposable {
  /** The origin that the page may load from. */
  readonly home: string;
  linkOf(annotator: string): string;
}

/** Serves a batch until the end of the scope: `await using open = await openReview(…)`. */
export async function openReview(
  batch: string,
  mode: "label" | "adjudicate",
  annotators: readonly string[],
  port = 0,
): Promise<OpenReview> {
  const controller = new AbortController();
  const { signal } = controller;
  const { links, closed } = await createBench().review.serve(batch, { mode, annotators, port, signal });
  const linkOf = (annotator: string) => links.find((link) => link.annotator === annotator)?.url ?? "";
  return {
    home: linkOf(annotators[0] ?? "").replace(/#.*$/, ""),
    linkOf,
    [Symbol.asyncDispose]: () => {
      controller.abort();
      return closed;
    },
  };
}
