import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  // Relative, so that the page works from a sub-path and from a file.
  base: "./",
  plugins: [react(), tailwindcss()],
  build: {
    outDir: fileURLToPath(new URL("../dist-web", import.meta.url)),
    emptyOutDir: true,
    target: ["chrome123", "firefox121", "safari17.5"],
    // The Content-Security-Policy allows neither inlined assets nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // One file, which a mailed report carries whole.
    chunkSizeWarningLimit: 700,
    // The page takes paths from src/schema and trusts the builders: no schema needs to come along.
    rolldownOptions: { treeshake: { manualPureFunctions: ["z"] } },
  },
});
