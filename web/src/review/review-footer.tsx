import type { Ref } from "react";
import type { SupportResource } from "../../../src/schema/review-batch.ts";
import { SupportList } from "./support-list.tsx";

interface ReviewFooterProps {
  readonly resources: readonly SupportResource[];
  readonly heading: Ref<HTMLHeadingElement>;
}

/** Stands under every page. */
export function ReviewFooter({ resources, heading }: ReviewFooterProps) {
  return (
    <footer className="mt-16 border-t border-rule bg-surface">
      <section className="page grid gap-3 py-6 text-sm" aria-labelledby="support-title">
        <h2 id="support-title" ref={heading} tabIndex={-1} className="text-base outline-none">
          If this is close to home
        </h2>
        <p className="reading">
          Reading this is hard. You can stop at any time; what you did is kept. These people are there for
          you, not only for those you read about:
        </p>
        <SupportList resources={resources} />
      </section>
    </footer>
  );
}
