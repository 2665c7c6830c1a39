import { open } from "node:fs/promises";

/** Makes a folder's new and renamed names survive a power cut. */
export async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open a folder, and records names in its own journal.
  if (process.platform === "win32") return;
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
