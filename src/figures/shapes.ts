/** Pictures as data: what draws them knows neither a page nor a file. The page makes elements of them, everything else text. */

/** An element of SVG. Attributes are named as React names them. */
export interface Shape {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly children: readonly (Shape | string)[];
}

export function shape(
  tag: string,
  attributes: Shape["attributes"],
  ...children: readonly (Shape | string)[]
): Shape {
  return { tag, attributes, children };
}

/** The colours of a picture. */
export interface Inks {
  readonly ink: string;
  readonly fail: string;
  readonly quiet: string;
  readonly rule: string;
  readonly edge: string;
  readonly ground: string;
}

/** Those of the page, light or dark as it is. */
export const PAGE_INKS: Inks = {
  ink: "var(--ink)",
  fail: "var(--fail)",
  quiet: "var(--quiet)",
  rule: "var(--rule)",
  edge: "var(--edge)",
  ground: "var(--ground)",
};

/** Those of a picture that leaves the page: dark on white, whatever it is laid on. */
export const PAPER_INKS: Inks = {
  ink: "#1f2328",
  fail: "#9b2412",
  quiet: "#575d66",
  rule: "#dcd7cc",
  edge: "#8b8578",
  ground: "#ffffff",
};

/** A picture as a text; a file of its own needs the name space, which HTML knows. */
export function svgText(picture: Shape): string {
  const attributes = Object.entries(picture.attributes).map(
    ([name, value]) => ` ${attributeName(name)}="${escapeMarkup(String(value))}"`,
  );
  const children = picture.children.map((child) =>
    typeof child === "string" ? escapeMarkup(child) : svgText(child),
  );
  const open = `<${picture.tag}${attributes.join("")}`;
  return children.length === 0 ? `${open}/>` : `${open}>${children.join("")}</${picture.tag}>`;
}

function attributeName(name: string): string {
  if (name === "viewBox") return name;
  return name === "className" ? "class" : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

const REFUSED_BY_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Text from outside, for a node or a quoted attribute; what XML cannot hold is left out. */
function escapeMarkup(text: string): string {
  return text
    .replace(REFUSED_BY_XML, "")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}
