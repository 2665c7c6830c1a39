import starlight from "@astrojs/starlight";
import { defineConfig, passthroughImageService } from "astro/config";
import sidebar from "./src/sidebar.json" with { type: "json" };

/** The field of the search has a title and no name that every screen reader reads. */
const NAME_OF_THE_SEARCH = `addEventListener("focusin", ({ target }) => {
  if (target.matches(".pagefind-ui__search-input")) target.setAttribute("aria-label", target.title || target.placeholder);
});`;

export default defineConfig({
  // Where the pages are put is whoever publishes them to say: `DOCS_SITE=https://… DOCS_BASE=/docs/`.
  ...(process.env["DOCS_SITE"] === undefined ? {} : { site: process.env["DOCS_SITE"] }),
  base: process.env["DOCS_BASE"] ?? "/",
  trailingSlash: "always",
  // Pictures are shown as they are: nothing native is needed, and nothing is fetched.
  image: { service: passthroughImageService() },
  integrations: [
    starlight({
      title: "InvisibleBench",
      description: "Whether an AI may talk with someone who is alone with a sick parent at two in the morning.",
      favicon: "/favicon.svg",
      customCss: ["./src/styles/site.css"],
      sidebar,
      head: [{ tag: "script", content: NAME_OF_THE_SEARCH }],
      lastUpdated: false,
      credits: false,
    }),
  ],
});
