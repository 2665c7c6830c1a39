import { spawn } from "node:child_process";

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

/** Asks the system to show an address or a file; where it cannot, the address was printed anyway. */
export function openInBrowser(address: string): void {
  const [command = "xdg-open", ...args] = OPENERS[process.platform] ?? [];
  spawn(command, [...args, address], { stdio: "ignore", detached: true })
    .on("error", () => undefined)
    .unref();
}
