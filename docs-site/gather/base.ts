/** What the site's addresses begin with, ending in a slash: where it is put is whoever publishes it to say. */
export const BASE = (process.env["DOCS_BASE"] ?? "/").replace(/\/?$/, "/");
