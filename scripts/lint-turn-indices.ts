/** `invisiblebench lint` under the name it had first: node scripts/lint-turn-indices.ts [PATH…] [flags] */
process.argv.splice(2, 0, "lint");
await import("../src/cli/main.ts");
