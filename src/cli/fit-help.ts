/** Fits the parser's help into the terminal's columns, which the parser does not know. */
import { stripVTControlCharacters } from "node:util";
import type { Application } from "@stricli/core";
import { breakLine, displayWidth } from "../report/fit-text.ts";
import type { CliContext } from "./context.ts";

type Integration = Application<CliContext>["integrations"][string];

/** Returns the same application; its built-in flags (`--help` and the like) write no line that is too wide. */
export function fittingHelp(app: Application<CliContext>): Application<CliContext> {
  const integrations = Object.entries(app.integrations).map(
    ([name, { flag, ...integration }]): [string, Integration] => [
      name,
      flag === undefined ? integration : { ...integration, flag: fitting(flag) },
    ],
  );
  return { ...app, integrations: Object.fromEntries(integrations) };
}

function fitting(flag: NonNullable<Integration["flag"]>): NonNullable<Integration["flag"]> {
  return {
    ...flag,
    run(app, args) {
      // `this` is the context passed to `run`, which is ours.
      const { process, wrapsProse, width } = this as CliContext;
      const { stderr } = process;
      const write = (text: string) => process.stdout.write(wrapsProse ? fitHelp(text, width) : text);
      return flag.run.call({ process: { stdout: { write }, stderr } }, app, args);
    },
  };
}

/** Largest share of the width before a flag's description; after a longer name, the description goes below. */
const FARTHEST = 0.4;
const BELOW = 6;

/** Wraps the text: lists keep their second column, and the rest its margin. Commands stay whole for copying. */
export function fitHelp(text: string, width: number): string {
  return text
    .split("\n")
    .flatMap((line) => fitLine(line, width))
    .join("\n");
}

function fitLine(line: string, width: number): readonly string[] {
  const isCommand = /^ *invisiblebench /.test(stripVTControlCharacters(line));
  if (widthOf(line) <= width || isCommand) return [line];
  const [, name, gap = "", meaning] = /^( *\S.*?)( {2,})(.*)$/.exec(line) ?? [];
  if (name === undefined || meaning === undefined) {
    const [margin = ""] = /^ */.exec(line) ?? [];
    return indented(line.slice(margin.length), margin.length, width);
  }
  const column = widthOf(name + gap);
  const isNear = column <= width * FARTHEST;
  const lines = indented(meaning.replaceAll(/ {2,}/g, " ").trim(), isNear ? column : BELOW, width);
  const [first = "", ...rest] = lines;
  return isNear ? [name + gap + first.trimStart(), ...rest] : [name, ...lines];
}

function indented(text: string, margin: number, width: number): readonly string[] {
  return breakLine(text, width - margin, widthOf).map((part) => " ".repeat(margin) + part);
}

/** Measures a line without its colour codes. */
function widthOf(line: string): number {
  return displayWidth(stripVTControlCharacters(line));
}
