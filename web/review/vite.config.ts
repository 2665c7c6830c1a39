import { fileURLToPath } from "node:url";
import { defineConfig, mergeConfig } from "vite";
import viewer from "../vite.config.ts";

/** A page of its own: the viewer and the mailed report carry nothing of it. Built after the viewer, whose folder it is in. */
export default mergeConfig(
  viewer,
  defineConfig({
    root: fileURLToPath(new URL(".", import.meta.url)),
    build: { outDir: fileURLToPath(new URL("../../dist-web/review", import.meta.url)) },
  }),
);
