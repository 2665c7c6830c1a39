import { createElement } from "react";
import type { Shape } from "../../../src/figures/shapes.ts";

/** What was drawn as data, as elements of the page. */
export function Drawn({ shapes }: { readonly shapes: readonly Shape[] }) {
  // A picture is drawn anew as a whole, so the place of a shape in it is all that names it.
  return shapes.map((drawn, index) => toElement(drawn, `${index}`));
}

function toElement({ tag, attributes, children }: Shape, key: string) {
  const within = children.map(
    (child, index): React.ReactNode => (typeof child === "string" ? child : toElement(child, `${index}`)),
  );
  return createElement(tag, { key, ...attributes }, ...within);
}
