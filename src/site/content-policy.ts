/** What the page may load: itself, and nothing from anywhere else. */
export function contentPolicy(allowed: {
  readonly scripts: string;
  readonly styles: string;
  /** A file on its own has nobody to ask. */
  readonly connects: "'self'" | "'none'";
}): string {
  return [
    "default-src 'none'",
    `script-src ${allowed.scripts}`,
    `style-src ${allowed.styles}`,
    "img-src 'self' data:",
    `connect-src ${allowed.connects}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** Of the page where it is served, by our server or by any other. */
export const SERVED_POLICY = contentPolicy({
  scripts: "'self'",
  styles: "'self'",
  connects: "'self'",
});
