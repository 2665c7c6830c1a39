import { posix, win32 } from "node:path";
import { expect, test } from "vitest";
import { isWithin } from "./view.ts";

test.each([
  [posix, "/results/night", "/results/night/scans/publish-1", true],
  [posix, "/results/night", "/results/night", true],
  [posix, "/results/night", "/results/nightly/scans/publish-1", false],
  [posix, "/results/night/scans/dev-1", "/results/night/scans/dev-12", false],
  [posix, "/results/night", "/results", false],
  [posix, "/results/night", "/results/..night", false],
  [posix, "/results", "/results/..night", true],
  [win32, "C:\\results\\night", "C:\\results\\night\\scans\\publish-1", true],
  [win32, "C:\\results\\night", "C:\\results\\nightly\\scans\\publish-1", false],
  [win32, "C:\\results\\night", "D:\\results\\night\\scans\\publish-1", false],
] as const)(
  "what lies below a folder is shown, and nothing beside it (%#)",
  (path, folder, scan, isShown) => {
    expect(isWithin(folder, scan, path)).toBe(isShown);
  },
);
