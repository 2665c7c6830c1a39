import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A page in a Chromium of its own. */
export interface BarePage extends AsyncDisposable {
  goto(url: string): Promise<void>;
  /** The value of an expression, after its promise resolves. */
  evaluate(expression: string): Promise<unknown>;
  /** Memory of the page's own process, without shared memory. */
  megabytes(): Promise<number>;
}

/**
 * Opens Chromium with only the page. Browser test tools keep a copy of every response in the page's process, which
 * would be measured as the page's own memory.
 */
export async function openBarePage(executablePath: string): Promise<BarePage> {
  const profile = await mkdtemp(join(tmpdir(), "ib-chromium-"));
  const chromium = spawn(
    executablePath,
    [
      "--headless",
      "--no-sandbox",
      "--disable-dev-shm-usage",
      "--remote-debugging-port=0",
      "--window-size=1280,900",
      `--user-data-dir=${profile}`,
      "about:blank",
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const exited = once(chromium, "exit");
  let printed = "";
  for await (const piece of chromium.stderr) {
    printed += String(piece);
    if (/ws:\/\/\S+/.test(printed)) break;
  }
  const browser = await connect(/ws:\/\/\S+/.exec(printed)?.[0] ?? "");
  const { targetInfos } = await browser.send<{ targetInfos: { type: string; targetId: string }[] }>(
    "Target.getTargets",
    {},
  );
  const targetId = targetInfos.find(({ type }) => type === "page")?.targetId;
  const { sessionId } = await browser.send<{ sessionId: string }>("Target.attachToTarget", {
    targetId,
    flatten: true,
  });
  return {
    megabytes: async () => {
      const { processInfo } = await browser.send<{ processInfo: { type: string; id: number }[] }>(
        "SystemInfo.getProcessInfo",
        {},
      );
      const renderers = processInfo.filter(({ type }) => type === "renderer");
      return Math.max(...renderers.map(({ id }) => privateMegabytes(id)));
    },
    goto: async (url) => void (await browser.send("Page.navigate", { url }, sessionId)),
    evaluate: async (expression) => {
      const { result, exceptionDetails } = await browser.send<{
        result: { value?: unknown };
        exceptionDetails?: { text: string };
      }>("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true }, sessionId);
      if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
      return result.value;
    },
    [Symbol.asyncDispose]: async () => {
      browser.close();
      chromium.kill();
      await exited;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function privateMegabytes(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const kilobytes = [...rollup.matchAll(/^Private_\w+:\s+(\d+) kB/gm)].map(([, count]) => Number(count));
  return kilobytes.reduce((sum, count) => sum + count, 0) / 1024;
}

async function connect(address: string) {
  const socket = new WebSocket(address);
  await once(socket, "open");
  const waiting = new Map<number, (answer: { result?: unknown; error?: { message: string } }) => void>();
  socket.addEventListener("message", ({ data }) => {
    // The browser's own protocol.
    const answer = JSON.parse(String(data)) as { id?: number; result?: unknown; error?: { message: string } };
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  let last = 0;
  return {
    send: async <Result = unknown>(method: string, params: object, sessionId?: string): Promise<Result> => {
      const id = ++last;
      const answered = new Promise<{ result?: unknown; error?: { message: string } }>((resolve) => {
        waiting.set(id, resolve);
      });
      socket.send(JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }));
      const { result, error } = await answered;
      waiting.delete(id);
      if (error !== undefined) throw new Error(`${method}: ${error.message}`);
      // The type in the protocol's description of the method.
      return result as Result;
    },
    close: () => socket.close(),
  };
}
