import { defineConfig } from "vitest/config";

/** Simulations that take minutes: `npm run test:slow`. */
export default defineConfig({
  test: {
    include: ["test/slow/**/*.test.ts"],
    testTimeout: 600_000,
    env: { NO_COLOR: "1" },
  },
});
