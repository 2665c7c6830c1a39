/** `invisiblebench scan` under the name it had first: node scripts/run-scan.ts RUN… [flags] */
process.argv.splice(2, 0, "scan");
await import("../src/cli/main.ts");
