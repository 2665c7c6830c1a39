import { useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { loadIndex } from "../data/load-index.ts";

/** For what a live folder of results may hold by now. */
export function LookAgain({ children }: { readonly children: ReactNode }) {
  const router = useRouter();
  return (
    <p className="flex flex-wrap items-center gap-3">
      {children}
      <button
        type="button"
        className="control"
        onClick={() => void loadIndex().then(() => router.invalidate())}
      >
        Look again
      </button>
    </p>
  );
}
