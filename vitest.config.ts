import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "src/**/*.test.ts",
      "test/**/*.test.ts",
      "benchmark/tests/**/*.test.ts",
      "web/src/**/*.test.ts",
    ],
    exclude: ["**/node_modules/**", "test/slow/**"],
    // Every eval ends with a report, which is made with the built page.
    globalSetup: ["test/build-page.ts"],
    // Far beyond what anything takes: a busy machine is not a failure.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // By default one core is left free, which on a machine with two means one worker.
    maxWorkers: availableParallelism(),
    env: { NO_COLOR: "1" },
    coverage: { provider: "v8", include: ["src/**/*.ts"], exclude: ["src/**/*.test.ts"] },
  },
});
