/**
 * `npm run check`: every check, as many at a time as there are cores. One that fails does not hide what the others find.
 * What each printed is shown when it has ended, in one piece.
 */
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";

/** Alone and first: it writes the files that others read. */
const FIRST = "drift";
/** Roughly the longest first, so that none is left alone at the end. None writes what another reads. */
const OTHERS = ["unused", "package", "typecheck", "lint", "layers", "boards", "house"];

const repository = join(import.meta.dirname, "..");

/** Whether a script of ours ends well. */
function passes(script: string): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const child = spawn("npm", ["run", "--silent", script], {
    cwd: repository,
    stdio: ["ignore", "pipe", "pipe"],
    // Where `npm` is a command file.
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
