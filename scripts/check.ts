/**
 * `npm run check`: runs every check, as many at a time as there are cores. A failing check does not hide the results of
 * the others. The output of each is shown in one piece when it ends.
 */
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";

/** Runs alone and first: it writes files that others read. */
const FIRST = "drift";
/** Roughly the longest first, so that none runs alone at the end. No check writes files that another reads. */
const OTHERS = ["unused", "package", "typecheck", "lint", "layers", "boards", "house"];

const repository = join(import.meta.dirname, "..");

/** Whether an npm script succeeds. */
function passes(script: string): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const child = spawn("npm", ["run", "--silent", script], {
    cwd: repository,
    stdio: ["ignore", "pipe", "pipe"],
    // On Windows `npm` is a command file.
    shell: process.platform === "win32",
  });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (bytes: Buffer) => printed.push(bytes));
  }
  child.on("error", reject);
  child.on("close", (code) => {
    process.stdout.write(`\n> ${script}${code === 0 ? "" : ": failed"}\n`);
    process.stdout.write(Buffer.concat(printed));
    resolve(code === 0);
  });
  return promise;
}

const failed = (await passes(FIRST)) ? [] : [FIRST];
const queue = OTHERS.values();
const lane = async () => {
  for (const script of queue) if (!(await passes(script))) failed.push(script);
};
await Promise.all(Array.from({ length: availableParallelism() }, lane));
if (failed.length > 0) {
  process.stdout.write(`\nFailed: ${failed.join(", ")}\n`);
  process.exitCode = 1;
}
