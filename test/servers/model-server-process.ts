import { parseArgs } from "node:util";
import { startModelServer } from "./model-server.ts";
import type { ModelServerProcessOptions } from "./start-model-server-process.ts";

const { values } = parseArgs({ options: { json: { type: "string", default: "{}" } } });
// Written by the tests and benches that start this process.
const options = JSON.parse(values.json) as ModelServerProcessOptions;

const server = await startModelServer(options);
process.stdout.write(`${JSON.stringify({ url: server.url, certificate: server.certificate })}\n`);

const parent = process.ppid;
const watch = setInterval(() => {
  // A parent that was killed could not say so.
  if (process.ppid !== parent) process.exit(0);
}, 1000);
process.once("SIGTERM", async () => {
  clearInterval(watch);
  await server.close();
});
