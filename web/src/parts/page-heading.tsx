import { type ReactNode, useEffect, useRef } from "react";
import { isFocusReturning } from "./use-place-memory.ts";

interface PageHeadingProps {
  /** Name in the window's title. */
  readonly name: string;
  /** Small text above the heading: the page's position in the site. */
  readonly above?: ReactNode;
  readonly children: ReactNode;
}

/** The page's only h1. It takes the focus after navigation within the application, so that screen readers announce it. */
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

// The browser itself announces the first page.
let isFirstPage = true;
