import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "benchmark/tests/**/*.test.ts"],
    exclude: ["**/node_modules/**", "test/slow/**"],
    testTimeout: 60_000,
    env: { NO_COLOR: "1" },
    coverage: { provider: "v8", include: ["src/**/*.ts"], exclude: ["src/**/*.test.ts"] },
  },
});
