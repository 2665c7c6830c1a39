import * as z from "zod";

/**
 * How a mailed report holds its chunks. Each bundle is an element
 * `<script type="application/octet-stream" data-prefix="data/scans/…/conversations/sim__careful__">`
 * whose text is base64 of raw deflate of UTF-8 JSON: an object from chunk path to chunk. A chunk is in the bundle
 * with the longest prefix of its path; the one with the empty prefix holds the rest. A path that its bundle
 * lacks was left out of the report.
 */
export const bundleMarkup = {
  type: "application/octet-stream",
  attribute: "data-prefix",
  /** As `DecompressionStream` calls it. */
  compression: "deflate-raw",
} as const;

/** A bundle's content. */
export const SiteBundle = z.record(z.string(), z.unknown());
export type SiteBundle = z.infer<typeof SiteBundle>;
