import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { StoredBatch } from "./batch-store.ts";
import type { LogEntry } from "./log-entry.ts";
import type { ModelServerOptions } from "./model-server-options.ts";

/** The options that JSON can hold. */
export type ModelServerProcessOptions = {
  readonly [Key in keyof ModelServerOptions]: Exclude<ModelServerOptions[Key], (...given: never) => unknown>;
};

export interface ModelServerProcess extends AsyncDisposable {
  readonly url: string;
  readonly certificate: string | null;
  /** Reads settled entries; for a TLS server use its `logFile`. */
  readLog(): Promise<LogEntry[]>;
  readBatches(): Promise<StoredBatch[]>;
  readCounts(): Promise<{ inFlight: number; maxInFlight: number; answered: number; costUsd: number }>;
  close(): Promise<void>;
}

const SCRIPT = fileURLToPath(new URL("./model-server-process.ts", import.meta.url));

/** The model server in a process of its own, which outlives killed clients and dies with its parent. */
export async function startModelServerProcess(
  options: ModelServerProcessOptions = {},
): Promise<ModelServerProcess> {
  const child = spawn(process.execPath, [SCRIPT, "--json", JSON.stringify(options)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const started = await Promise.race([once(createInterface(child.stdout), "line"), ended.then(() => null)]);
  if (started === null) throw new Error("the model server's process ended before it listened");
  // Our own process wrote the line.
  const { url, certificate } = JSON.parse(started[0]) as { url: string; certificate: string | null };

  const read = async (page: string) => (await fetch(`${url}/_server/${page}`)).json();
  const close = async () => {
    child.kill();
    await ended;
  };
  return {
    url,
    certificate,
    // The server sends values of these types.
    readLog: () => read("log") as Promise<LogEntry[]>,
    readBatches: () => read("batches") as Promise<StoredBatch[]>,
    readCounts: () => read("counts") as ReturnType<ModelServerProcess["readCounts"]>,
    close,
    [Symbol.asyncDispose]: close,
  };
}
