/** Formats an error as the one JSON document of a command with `--json`. Texts for people still go to stderr. */
import { hideCredentials } from "../kernel/address.ts";
import { BenchError, messageOf } from "../kernel/errors.ts";
import { stripTerminal } from "../report/safe-text.ts";
import { type CliContext, printJson } from "./context.ts";
import { exitCodeFor, stoppedLines } from "./exit.ts";
import { formatHint } from "./format-hint.ts";

/** Position of an error, as far as it is known: a file or a folder; line and column count from 1. */
interface ErrorPlace {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

export interface JsonError {
  readonly error: {
    /** `IB_USAGE` for a command line that was not understood, `IB_BUG` for our own faults; otherwise as in docs/errors.md. */
    readonly code: string;
    readonly message: string;
    readonly hint: string | null;
    readonly where: readonly ErrorPlace[];
    /** Cost so far and the command to continue, if work was stopped. */
    readonly way_on: readonly string[];
    readonly exit_code: number;
  };
}

/** Prints the first error of a command on stdout, if JSON was requested: only one document is allowed. */
export function jsonTeller(context: CliContext): (error: JsonError) => void {
  const end = context.args.indexOf("--");
  const options = end === -1 ? context.args : context.args.slice(0, end);
  let isOpen = options.some((argument) => /^--json(?:=true)?$/.test(argument));
  return (error) => {
    if (isOpen) printJson(context, error);
    isOpen = false;
  };
}

export function jsonError(error: unknown, program: string, location = ""): JsonError {
  const exit_code = exitCodeFor(error);
  if (!(error instanceof BenchError)) {
    const message = hideCredentials(stripTerminal(messageOf(error)));
    return { error: { code: "IB_BUG", message, hint: null, where: [], way_on: [], exit_code } };
  }
  return {
    error: {
      code: error.code,
      message: stripTerminal(error.message),
      hint: error.hint === undefined ? null : stripTerminal(formatHint(error.hint, program, location)),
      where: placesOf(error),
      way_on: stoppedLines(error).map(stripTerminal),
      exit_code,
    },
  };
}

/** Collects the places that the error knows, whatever property holds them. */
function placesOf(error: BenchError): readonly ErrorPlace[] {
  if ("problems" in error && Array.isArray(error.problems)) return error.problems.flatMap(placeOf);
  if ("place" in error) return placeOf(error.place);
  return placeOf(error);
}

function placeOf(found: unknown): readonly ErrorPlace[] {
  if (typeof found !== "object" || found === null) return [];
  const named = new Map(Object.entries(found));
  const [file] = ["file", "path", "directory", "root"].flatMap((name) => named.get(name) ?? []);
  if (typeof file !== "string") return [];
  const [line, column] = [named.get("line"), named.get("column")];
  return [
    {
      file: stripTerminal(file),
      ...(typeof line === "number" ? { line } : {}),
      ...(typeof column === "number" ? { column } : {}),
    },
  ];
}
