/**
 * `invisiblebench scan` under the name it had first: node scripts/run-scan.ts RUN… [flags]
 * With --dry-run it writes scan_plan.json and cost_report.json into `plans`, unless --plan-to names another folder.
 */
const flags = process.argv.slice(2);
const isPlanned = flags.includes("--dry-run") && !flags.some((flag) => /^--plan-to(?:=|$)/.test(flag));
process.argv.splice(2, 0, "scan", ...(isPlanned ? ["--plan-to", "plans"] : []));
await import("../src/cli/main.ts");
