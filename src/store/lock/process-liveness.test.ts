import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { isProcessAlive, processStart } from "./process-liveness.ts";

test("this process is alive, and stays so under its own start time", async () => {
  expect(await isProcessAlive(process.pid)).toBe(true);
  expect(await isProcessAlive(process.pid, await processStart(process.pid))).toBe(true);
});

test("an ended process is dead", async () => {
  const child = spawn(process.execPath, ["--eval", ""]);
  await once(child, "exit");
  expect(child.pid).toBeGreaterThan(0);
  expect(await isProcessAlive(child.pid ?? 0)).toBe(false);
});

test.runIf(process.platform === "linux")("a zombie is dead, though its pid is still taken", async () => {
  // The shell's child ends, and the program that replaced the shell never collects it.
  const parent = spawn("sh", ["-c", "sleep 0 & echo $!; exec sleep 60"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [said] = await once(parent.stdout, "data");
    const pid = Number(String(said));
    await expect.poll(() => isProcessAlive(pid)).toBe(false);
    expect(process.kill(pid, 0)).toBe(true);
  } finally {
    parent.kill("SIGKILL");
  }
});
