import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const shared = {
  // Far beyond what anything takes: a busy machine is not a failure.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  env: { NO_COLOR: "1" },
};

export default defineConfig({
  test: {
    // Every eval ends with a report, which is made with the built page.
    globalSetup: ["test/build-page.ts"],
    // By default one core is left free, which on a machine with two means one worker.
    maxWorkers: availableParallelism(),
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
        },
      },
    ],
  },
});
