import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const BIN = fileURLToPath(new URL("../../bin/invisiblebench.js", import.meta.url));

export interface ViewerProcess extends AsyncDisposable {
  readonly url: string;
  /** From its start until it could be asked. */
  readonly readyMs: number;
  /** The most it ever held. */
  peakMegabytes(): number;
}

/** `invisiblebench view` in a process of its own, as a reader starts it. */
export async function startViewer(results: string): Promise<ViewerProcess> {
  const started = performance.now();
  const server = spawn(process.execPath, [BIN, "view", results], { stdio: ["ignore", "pipe", "ignore"] });
  const exited = once(server, "exit");
  const url = await addressFrom(server.stdout);
  const readyMs = performance.now() - started;
  return {
    url,
    readyMs,
    peakMegabytes: () =>
      Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1]) / 1024,
    [Symbol.asyncDispose]: async () => {
      server.kill("SIGINT");
      await exited;
    },
  };
}

async function addressFrom(output: NodeJS.ReadableStream): Promise<string> {
  let text = "";
  for await (const piece of output) {
    text += String(piece);
    const url = /http:\/\/\S+/.exec(text)?.[0];
    if (url !== undefined) return url;
  }
  throw new Error(`the viewer said no address: ${text}`);
}
