import { type Application, buildApplication, buildRouteMap, text_en } from "@stricli/core";
import { calibrateRoutes } from "./commands/calibrate/command.ts";
import { compareCommand, contrastCommand, gateCommand } from "./commands/compare/command.ts";
import {
  doctorCommand,
  initCommand,
  lintCommand,
  listCommand,
  showCommand,
} from "./commands/corpus/command.ts";
import {
  evidenceCommand,
  explainCommand,
  reportCommand,
  verifyCommand,
  viewCommand,
} from "./commands/evidence/command.ts";
import { queueRoutes, workerCommand } from "./commands/fleet/command.ts";
import { leaderboardRoutes, publishCommand } from "./commands/publish/command.ts";
import { reviewRoutes } from "./commands/review/command.ts";
import { exportCommand, importCommand, runsRoutes } from "./commands/runs/command.ts";
import { evalCommand, runCommand, scanCommand } from "./commands/work/command.ts";
import type { CliContext } from "./context.ts";
import { exitCodeFor, formatError } from "./exit.ts";

const root = buildRouteMap({
  routes: {
    eval: evalCommand,
    run: runCommand,
    scan: scanCommand,
    report: reportCommand,
    evidence: evidenceCommand,
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
    worker: workerCommand,
    queue: queueRoutes,
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

/** @param program what is typed to call it, for the commands that errors name */
export function createApp(program: string): Application<CliContext> {
  const describe = (error: unknown) => formatError(error, program);
  return buildApplication(root, {
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
        exceptionWhileRunningCommand: describe,
        exceptionWhileLoadingCommandFunction: describe,
        commandErrorResult: describe,
      },
    },
    determineExitCode: exitCodeFor,
  });
}
