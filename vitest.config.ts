import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

const shared = {
  // Far beyond what anything takes: a busy machine is not a failure.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // One second by default, which a busy machine can take for nothing.
  expect: { poll: { timeout: 60_000 } },
  // Processes are killed, pages drawn and properties drawn by chance. What passes only at its second try is named at the end of CI.
  retry: 1,
  env: {
    NO_COLOR: "1",
    // Where the command line keeps its compiled code, so that scripts and threads of tests do not compile all of it again.
    NODE_COMPILE_CACHE: join(tmpdir(), "node-compile-cache"),
  },
};

export default defineConfig({
  test: {
    // Every eval ends with a report, which is made with the built page.
    globalSetup: ["test/build-page.ts"],
    // By default one core is left free. Half of these tests wait for a server, a process or a page: one more works meanwhile.
    maxWorkers: availableParallelism() + 1,
    coverage: { provider: "v8", include: ["src/**/*.ts"], exclude: ["src/**/*.test.ts"] },
    projects: [
      {
        test: {
          ...shared,
          name: "unit",
          include: [
            "src/**/*.test.ts",
            "benchmark/tests/**/*.test.ts",
            "bench/**/*.test.ts",
            "web/src/**/*.test.ts",
          ],
          // The files of a worker share its modules, and with them one compiled corpus.
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          name: "e2e",
          include: ["test/**/*.test.ts"],
          exclude: ["test/browser/**", "test/slow/**"],
          globalSetup: ["test/evaluate-once.ts"],
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          globalSetup: ["test/evaluate-once.ts"],
          // The files of a worker share its browser too.
          isolate: false,
        },
      },
    ],
  },
});
