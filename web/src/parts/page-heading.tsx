import { type ReactNode, useEffect, useRef } from "react";
import { isFocusReturning } from "./use-place-memory.ts";

interface PageHeadingProps {
  /** In the window's title. */
  readonly name: string;
  /** Small, above the heading: where this page stands. */
  readonly above?: ReactNode;
  readonly children: ReactNode;
}

/** The page's one h1. It takes the focus after a move within the application, so that a reader's software announces it. */
export function PageHeading({ name, above, children }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new name is a new page
  useEffect(() => {
    if (isFirstPage) isFirstPage = false;
    else if (!isFocusReturning()) heading.current?.focus({ preventScroll: true });
  }, [name]);
  return (
    <div>
      <title>{`${name} · InvisibleBench`}</title>
      {above !== undefined && <p className="label mb-1">{above}</p>}
      <h1 ref={heading} tabIndex={-1}>
        {children}
      </h1>
    </div>
  );
}

// The first page is announced by the browser itself.
let isFirstPage = true;
