import { bundleMarkup, type SiteBundle } from "../../../src/schema/site-bundle.ts";

const unpacked = new Map<Element, Promise<SiteBundle>>();

/** The bundle of a mailed report that would hold this chunk, or null where the page carries none. */
export function inlinedBundle(path: string): Promise<SiteBundle> | null {
  const { type, attribute } = bundleMarkup;
  const prefix = (element: Element) => element.getAttribute(attribute) ?? "";
  const element = [...document.querySelectorAll(`script[type="${type}"][${attribute}]`)]
    .filter((candidate) => path.startsWith(prefix(candidate)))
    .sort((a, b) => prefix(b).length - prefix(a).length)[0];
  if (element === undefined) return null;
  const known = unpacked.get(element) ?? unpack(element.textContent);
  unpacked.set(element, known);
  return known;
}

async function unpack(base64: string): Promise<SiteBundle> {
  const bytes = Uint8Array.from(atob(base64.trim()), (character) => character.charCodeAt(0));
  const inflating = new DecompressionStream(bundleMarkup.compression);
  // The report's writer put an object of chunks there.
  return (await new Response(new Blob([bytes]).stream().pipeThrough(inflating)).json()) as SiteBundle;
}
