/**
 * Gathers, builds into `dist/`, and checks every link. Astro is called and not run as a command: the command would count
 * its users. Nothing here asks the network for anything.
 */
import "./gather/gather.ts";
import { join } from "node:path";
import { build } from "astro";
import { BASE } from "./gather/base.ts";
import { checkLinks } from "./gather/broken-links.ts";

await build({ root: import.meta.dirname, logLevel: "warn" });
const { pages, links, broken } = checkLinks(join(import.meta.dirname, "dist"), BASE);
console.log(`${pages} pages, ${links} links inside them, ${broken.length} broken.`);
if (broken.length > 0) {
  console.error(broken.slice(0, 100).join("\n"));
  process.exitCode = 1;
}
