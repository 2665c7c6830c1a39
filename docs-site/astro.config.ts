import { readFileSync } from "node:fs";
import { satteri } from "@astrojs/markdown-satteri";
import starlight from "@astrojs/starlight";
import { defineConfig, passthroughImageService } from "astro/config";
import { BASE } from "./gather/base.ts";
import sidebar from "./src/sidebar.json" with { type: "json" };

const names = readFileSync(new URL("src/accessible-names.js", import.meta.url), "utf8");

export default defineConfig({
  // Where the pages are put is whoever publishes them to say: `DOCS_SITE=https://… DOCS_BASE=/docs/`.
  ...(process.env["DOCS_SITE"] === undefined ? {} : { site: process.env["DOCS_SITE"] }),
  base: BASE,
  trailingSlash: "always",
  // Pictures are shown as they are: nothing native is needed, and nothing is fetched.
  image: { service: passthroughImageService() },
  // `--flag` stays what is typed.
  markdown: { processor: satteri({ features: { smartPunctuation: false } }) },
  integrations: [
    starlight({
      title: "InvisibleBench",
      description:
        "Whether an AI may talk with someone who is alone with a sick parent at two in the morning.",
      favicon: "/favicon.svg",
      customCss: ["./src/styles/site.css"],
      sidebar,
      head: [{ tag: "script", content: names }],
      // What is typed is read whole on a telephone too; tables of the terminal keep their columns.
      expressiveCode: { defaultProps: { overridesByLang: { "console,sh": { wrap: true } } } },
      lastUpdated: false,
      credits: false,
    }),
  ],
});
