import { useRouter } from "@tanstack/react-router";
import { Component, type ReactNode, Suspense } from "react";
import { ChunkError, ChunkMissingError } from "../data/errors.ts";
import { forgetChunk } from "../data/load-chunk.ts";

interface LoadBoundaryProps {
  readonly children: ReactNode;
}

interface LoadBoundaryState {
  readonly error: Error | null;
}

/** Shows a loading state, and an error if loading fails. */
export class LoadBoundary extends Component<LoadBoundaryProps, LoadBoundaryState> {
  override state: LoadBoundaryState = { error: null };

  static getDerivedStateFromError(error: Error): LoadBoundaryState {
    return { error };
  }

  override componentDidCatch(error: Error): void {
    // Only after the error is shown: dropping a chunk while React still requests it would repeat the failure forever.
    if (error instanceof ChunkError) forgetChunk(error.path);
  }

  override render() {
    const { error } = this.state;
    if (error === null) return <Suspense fallback={<Loading />}>{this.props.children}</Suspense>;
    return (
      <div role="alert" className="reading grid gap-3 py-10">
        <h1>{error instanceof ChunkMissingError ? "This is not here" : "This could not be shown"}</h1>
        <p>{explain(error)}</p>
        <p>
          <TryAgain onReady={() => this.setState({ error: null })} />
        </p>
      </div>
    );
  }
}

/** Retries the page together with the route's preloaded chunks, which failed with it. */
function TryAgain({ onReady }: { readonly onReady: () => void }) {
  const router = useRouter();
  return (
    <button type="button" className="control" onClick={() => void router.invalidate().then(onReady)}>
      Try again
    </button>
  );
}

function explain(error: Error): string {
  if (error instanceof ChunkMissingError)
    return `This copy of the results does not hold ${error.path}. A mailed report and a published site leave some conversations and comparisons out; the folder of results, opened with “invisiblebench view”, has all.`;
  return error.message;
}

export function Loading() {
  return (
    <p role="status" className="py-10 text-quiet">
      Loading…
    </p>
  );
}
