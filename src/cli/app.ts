import { type Application, buildApplication, buildRouteMap, text_en } from "@stricli/core";
import { ExitCode } from "../kernel/errors.ts";
import { calibrateRoutes } from "./commands/calibrate/routes.ts";
import { compareCommand, contrastCommand, gateCommand } from "./commands/compare.ts";
import { doctorCommand, initCommand, lintCommand, listCommand, showCommand } from "./commands/corpus.ts";
import {
  briefCommand,
  evidenceCommand,
  explainCommand,
  reportCommand,
  viewCommand,
} from "./commands/evidence.ts";
import { findCommand } from "./commands/find.ts";
import { queueRoutes, workerCommand } from "./commands/fleet.ts";
import { monitorRoutes } from "./commands/monitor.ts";
import { leaderboardRoutes, publishCommand } from "./commands/publish.ts";
import { reviewRoutes } from "./commands/review.ts";
import { exportCommand, importCommand, runsRoutes } from "./commands/runs.ts";
import { verifyCommand } from "./commands/verify.ts";
import { evalCommand, runCommand, scanCommand } from "./commands/work.ts";
import type { CliContext } from "./context.ts";
import { exitCodeFor, formatError } from "./exit.ts";
import { fittingHelp } from "./fit-help.ts";
import { declareFlags } from "./format-hint.ts";
import { type JsonError, jsonError } from "./json-error.ts";

const root = buildRouteMap({
  routes: {
    eval: evalCommand,
    run: runCommand,
    scan: scanCommand,
    report: reportCommand,
    brief: briefCommand,
    evidence: evidenceCommand,
    view: viewCommand,
    explain: explainCommand,
    find: findCommand,
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
    monitor: monitorRoutes,
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

declareFlags(root);

/** Limit for suggestions: a guess more than two slips away misleads; the parser's own limit is seven. */
const NEAR = { threshold: 2, weights: { insertion: 1, deletion: 1, substitution: 1, transposition: 1 } };

/**
 * @param program typed name of the program, for the commands that errors name
 * @param tell called with errors, in addition to stderr
 * @param location flags that say where the typed command looked
 */
export function createApp(
  program: string,
  tell: (error: JsonError) => void = () => {},
  location: CliContext["location"] = () => "",
): Application<CliContext> {
  const describe = (error: unknown) => {
    tell(jsonError(error, program, location()));
    return formatError(error, program, location());
  };
  const misunderstood = (message: string) => {
    const blank = { hint: null, where: [], way_on: [], exit_code: ExitCode.badInput };
    tell({ error: { code: "IB_USAGE", message, ...blank } });
    return message;
  };
  const app = buildApplication(root, {
    name: "invisiblebench",
    versionInfo: {
      getCurrentVersion: async () => (await import("../kernel/tool-version.ts")).toolVersion(),
    },
    scanner: { caseStyle: "allow-kebab-for-camel", distanceOptions: NEAR },
    documentation: {
      caseStyle: "convert-camel-to-kebab",
      useAliasInUsageLine: false,
      onlyRequiredInUsageLine: true,
    },
    localization: {
      text: {
        ...text_en,
        noCommandRegisteredForInput: (found) => misunderstood(text_en.noCommandRegisteredForInput(found)),
        exceptionWhileParsingArguments: (error, ansiColor) =>
          misunderstood(text_en.exceptionWhileParsingArguments(error, ansiColor)),
        exceptionWhileRunningCommand: describe,
        exceptionWhileLoadingCommandFunction: describe,
        commandErrorResult: describe,
      },
    },
    determineExitCode: exitCodeFor,
  });
  return fittingHelp(app);
}
