/** Measures `--help` and `list checks` compared with a Node process that does nothing. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SPAWNS = 20;
const repository = join(import.meta.dirname, "..");

interface Subject {
  readonly name: string;
  readonly nodeArguments: readonly string[];
  /** The folder of compiled corpora, called before every spawn. @default none */
  readonly cache?: () => string;
  /** Upper limit, as a multiple of an idle Node's time. */
  readonly goal?: number;
}

export async function bench(): Promise<readonly string[]> {
  if (!existsSync(join(repository, "dist/cli/main.js"))) {
    throw new Error("There is no build to measure: run `npm run build` first.");
  }
  const installed = mkdtempSync(join(tmpdir(), "invisiblebench-startup-"));
  const kept = join(installed, "cache");
  mkdirSync(kept);
  try {
    // Without src/ beside it the bin runs the build, as in an installed package.
    for (const part of ["bin", "dist", "benchmark", "package.json"]) {
      cpSync(join(repository, part), join(installed, part), { recursive: true });
    }
    symlinkSync(join(repository, "node_modules"), join(installed, "node_modules"), "junction");
    return report([
      { name: "node -e 0", nodeArguments: ["-e", "0"] },
      { name: "built --help", nodeArguments: [join(installed, "bin/invisiblebench.js"), "--help"], goal: 2 },
      {
        name: "source --help",
        nodeArguments: [join(repository, "bin/invisiblebench.js"), "--help"],
        goal: 2.5,
      },
      ...["built", "source"].flatMap((code): Subject[] => {
        const bin = join(code === "built" ? installed : repository, "bin/invisiblebench.js");
        const nodeArguments = [bin, "list", "checks"];
        return [
          { name: `${code} list, warm`, nodeArguments, cache: () => kept, goal: 8 },
          {
            name: `${code} list, cold`,
            nodeArguments,
            cache: () => mkdtempSync(join(kept, "cold-")),
            // The time of every start before compiled corpora were cached, within a tenth.
            goal: 44,
          },
        ];
      }),
    ]);
  } finally {
    rmSync(installed, { recursive: true });
  }
}

function report(subjects: readonly Subject[]): readonly string[] {
  // One warm-up spawn each, which fills the compile cache.
  for (const subject of subjects) spawnMs(subject);
  const times = subjects.map((subject) => ({ subject, spawnsMs: [] as number[] }));
  // Subjects alternate, so that a slow moment of the machine affects all of them.
  for (let spawn = 0; spawn < SPAWNS; spawn++) {
    for (const { subject, spawnsMs } of times) spawnsMs.push(spawnMs(subject));
  }
  const medians = times.map(({ subject, spawnsMs }) => ({ subject, medianMs: median(spawnsMs) }));
  const idleMs = medians[0]?.medianMs ?? Number.NaN;
  return medians.map(({ subject: { name, goal }, medianMs }) => {
    const line = `${name.padEnd(17)} ${medianMs.toFixed(1).padStart(7)} ms`;
    if (goal === undefined) return line;
    const ratio = medianMs / idleMs;
    return `${line}  ${ratio.toFixed(2)} times idle, goal ${goal}: ${ratio <= goal ? "met" : "missed"}`;
  });
}

function spawnMs({ name, nodeArguments, cache }: Subject): number {
  const env = { ...process.env, INVISIBLEBENCH_CACHE: cache?.() ?? "off" };
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, nodeArguments, {
    stdio: ["ignore", "ignore", "pipe"],
    env,
  });
  const elapsedMs = performance.now() - started;
  if (status !== 0) throw new Error(`${name} exited with ${status}:\n${stderr}`);
  return elapsedMs;
}

function median(values: readonly number[]): number {
  const ascending = values.toSorted((a, b) => a - b);
  const middle = (ascending.length - 1) / 2;
  return ((ascending[Math.floor(middle)] ?? Number.NaN) + (ascending[Math.ceil(middle)] ?? Number.NaN)) / 2;
}
