/** Measures `import` on logs of different sizes: peak memory and core time, in a separate process. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const COUNTS = (process.env["INVISIBLEBENCH_BENCH_IMPORT"] ?? "2000,20000").split(",").map(Number);
const MAIN = fileURLToPath(new URL("../src/cli/main.ts", import.meta.url));
const TURNS = 6;
const WORDS =
  "She was up again at three and I do not know how long I can go on like this before work. ".repeat(8);

const TELL = `data:text/javascript,${encodeURIComponent(`
import { writeFileSync } from "node:fs";
process.on("exit", () => writeFileSync(process.env.PEAK_FILE, JSON.stringify(process.resourceUsage())));
`)}`;

/** One format with one record per conversation, and one whose spans form conversations. */
const FORMATS = ["chat-jsonl", "otel"] as const;

export async function bench(): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), "invisiblebench-import-"));
  const lines: string[] = [];
  try {
    for (const from of FORMATS) {
      for (const count of COUNTS) {
        const log = join(folder, `${from}-${count}.jsonl`);
        await writeLog(log, from, count);
        const { size } = await stat(log);
        const used = await importInChild(folder, log, from);
        const seconds = (used.userCPUTime + used.systemCPUTime) / 1e6;
        lines.push(
          `${from}: ${count} conversations, ${Math.round(size / 1e6)} MB: at most ${Math.round(used.maxRSS / 1024)} MB of memory, ${seconds.toFixed(0)} s of a core; load ${loadavg()[0]?.toFixed(1)}`,
        );
        await rm(join(folder, "results"), { recursive: true });
        await rm(log);
      }
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return lines;
}

async function writeLog(path: string, from: (typeof FORMATS)[number], count: number): Promise<void> {
  const out = createWriteStream(path);
  for (let index = 0; index < count; index += 1) {
    const messages = Array.from({ length: TURNS * 2 }, (_, at) => ({
      role: at % 2 === 0 ? "user" : "assistant",
      content: `${at} ${WORDS}`,
    }));
    const text =
      from === "chat-jsonl"
        ? `${JSON.stringify({ id: `conversation-${index}`, model: "acme/companion", created_at: 1_772_438_400 + index, messages })}\n`
        : spansOf(index, messages);
    if (!out.write(text)) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
}

/** One call per turn with only the new messages, each on its own line. */
function spansOf(
  index: number,
  messages: readonly { readonly role: string; readonly content: string }[],
): string {
  return Array.from({ length: TURNS }, (_, turn) => {
    const [asked, replied] = messages.slice(turn * 2, turn * 2 + 2);
    const said = (message: typeof asked) =>
      JSON.stringify([{ role: message?.role, parts: [{ type: "text", content: message?.content }] }]);
    const attributes = Object.entries({
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "acme",
      "gen_ai.request.model": "companion",
      "gen_ai.conversation.id": `conversation-${index}`,
      "gen_ai.input.messages": said(asked),
      "gen_ai.output.messages": said(replied),
    }).map(([key, stringValue]) => ({ key, value: { stringValue } }));
    const startTimeUnixNano = `${1_772_438_400 + index * 100 + turn}000000000`;
    const span = { traceId: `${index}-${turn}`, spanId: `${turn}`, startTimeUnixNano, attributes };
    return `${JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] })}\n`;
  }).join("");
}

async function importInChild(folder: string, log: string, from: string): Promise<NodeJS.ResourceUsage> {
  const peakFile = join(folder, "peak");
  const args = [
    "import",
    log,
    "--from",
    from,
    "--run-id",
    "made",
    "--out",
    join(folder, "results"),
    "--quiet",
  ];
  const child = spawn(process.execPath, ["--import", TELL, MAIN, ...args], {
    env: { ...process.env, PEAK_FILE: peakFile },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`the import of ${log} ended with ${code}`);
  // The child process wrote it.
  return JSON.parse(await readFile(peakFile, "utf8")) as NodeJS.ResourceUsage;
}
