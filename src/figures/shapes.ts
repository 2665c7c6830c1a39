/** Pictures as data, independent of pages and files. The page renders them as elements, other outputs as text. */

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

/** The colours of the page, in its light or dark mode. */
export const PAGE_INKS: Inks = {
  ink: "var(--ink)",
  fail: "var(--fail)",
  quiet: "var(--quiet)",
  rule: "var(--rule)",
  edge: "var(--edge)",
  ground: "var(--ground)",
};

/** The colours of a picture outside the page: dark on white, on any background. */
export const PAPER_INKS: Inks = {
  ink: "#1f2328",
  fail: "#9b2412",
  quiet: "#575d66",
  rule: "#dcd7cc",
  edge: "#8b8578",
  ground: "#ffffff",
};

/** A picture as SVG text; a file of its own needs the name space, which HTML implies. */
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

/** Escapes external text for a node or a quoted attribute; drops characters that XML cannot contain. */
function escapeMarkup(text: string): string {
  return text
    .replace(REFUSED_BY_XML, "")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}
