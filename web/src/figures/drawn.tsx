import { createElement } from "react";
import type { Shape } from "../../../src/figures/shapes.ts";

/** Renders shapes, given as data, as elements. */
export function Drawn({ shapes }: { readonly shapes: readonly Shape[] }) {
  // A drawing is replaced as a whole, so the index is a shape's only name.
  return shapes.map((drawn, index) => toElement(drawn, `${index}`));
}

function toElement({ tag, attributes, children }: Shape, key: string) {
  const within = children.map(
    (child, index): React.ReactNode => (typeof child === "string" ? child : toElement(child, `${index}`)),
  );
  return createElement(tag, { key, ...attributes }, ...within);
}
