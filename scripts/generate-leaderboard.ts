/** `invisiblebench leaderboard build` under the name it had first: node scripts/generate-leaderboard.ts SCAN… [flags] */
process.argv.splice(2, 0, "leaderboard", "build");
await import("../src/cli/main.ts");
