import { buildApplication, buildRouteMap, text_en } from "@stricli/core";
import { calibrateRoutes } from "./commands/calibrate/command.ts";
import { compareCommand } from "./commands/compare/command.ts";
import { contrastCommand } from "./commands/contrast/command.ts";
import { doctorCommand } from "./commands/doctor/command.ts";
import { evalCommand } from "./commands/eval/command.ts";
import { explainCommand } from "./commands/explain/command.ts";
import { exportCommand } from "./commands/export/command.ts";
import { gateCommand } from "./commands/gate/command.ts";
import { importCommand } from "./commands/import/command.ts";
import { initCommand } from "./commands/init/command.ts";
import { leaderboardRoutes } from "./commands/leaderboard/command.ts";
import { lintCommand } from "./commands/lint/command.ts";
import { listCommand } from "./commands/list/command.ts";
import { publishCommand } from "./commands/publish/command.ts";
import { reportCommand } from "./commands/report/command.ts";
import { reviewRoutes } from "./commands/review/command.ts";
import { runCommand } from "./commands/run/command.ts";
import { runsRoutes } from "./commands/runs/command.ts";
import { scanCommand } from "./commands/scan/command.ts";
import { showCommand } from "./commands/show/command.ts";
import { verifyCommand } from "./commands/verify/command.ts";
import { viewCommand } from "./commands/view/command.ts";
import { exitCodeFor, formatError } from "./format-error.ts";

const root = buildRouteMap({
  routes: {
    eval: evalCommand,
    run: runCommand,
    scan: scanCommand,
    report: reportCommand,
    view: viewCommand,
    explain: explainCommand,
    compare: compareCommand,
    gate: gateCommand,
    contrast: contrastCommand,
    leaderboard: leaderboardRoutes,
    publish: publishCommand,
    verify: verifyCommand,
    calibrate: calibrateRoutes,
    review: reviewRoutes,
    import: importCommand,
    export: exportCommand,
    runs: runsRoutes,
    init: initCommand,
    lint: lintCommand,
    list: listCommand,
    show: showCommand,
    doctor: doctorCommand,
  },
  docs: {
    brief: "Is this AI safe to talk with a family caregiver, and where does it fail?",
    fullDescription:
      "Runs scripted, branching conversations against an AI and judges the transcripts with narrow checks.\n" +
      "Start with `invisiblebench eval`: without a model it runs a simulated world, free and offline.",
  },
});

export const app = buildApplication(root, {
  name: "invisiblebench",
  versionInfo: {
    getCurrentVersion: async () => (await import("../kernel/tool-version.ts")).toolVersion(),
  },
  scanner: { caseStyle: "allow-kebab-for-camel" },
  documentation: {
    caseStyle: "convert-camel-to-kebab",
    useAliasInUsageLine: false,
    onlyRequiredInUsageLine: true,
  },
  localization: {
    text: {
      ...text_en,
      exceptionWhileRunningCommand: formatError,
      exceptionWhileLoadingCommandFunction: formatError,
      commandErrorResult: formatError,
    },
  },
  determineExitCode: exitCodeFor,
});
