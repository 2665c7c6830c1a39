/** The library speaks in options, methods and camel case; at a terminal there are flags and commands, and JSON in snake case. */
import type { Command, RouteMap } from "@stricli/core";
import { shellQuote } from "./command-line.ts";
import type { CliContext } from "./context.ts";
import { kebab } from "./flag-values.ts";

/** The flag that sets an option: those of all commands, as `declareFlags` was told, and that of every bench. */
const FLAGS = new Map([["packs", "pack"]]);

type Commands = RouteMap<CliContext> | Command<CliContext>;

/** Flags that hints name: of all commands below a route. An option that two commands set by other flags is spoken as the first does. */
export function declareFlags(commands: Commands): void {
  if ("getAllEntries" in commands) {
    for (const { target } of commands.getAllEntries()) declareFlags(target);
    return;
  }
  for (const [name, flag] of Object.entries(commands.parameters.flags ?? {})) {
    const option = "option" in flag ? String(flag.option) : name;
    if (!FLAGS.has(option)) FLAGS.set(option, kebab(name));
  }
}

/** Methods whose commands have another name. */
const COMMANDS: ReadonlyMap<string, string> = new Map([
  ["board", "leaderboard"],
  ["evaluate", "eval"],
]);

/** Methods whose commands take every flag that says where something is. */
const WORK: ReadonlySet<string> = new Set(["evaluate", "run", "scan"]);

/** What an option of a method makes another command. */
const COMMANDS_OF_THEIR_OWN: ReadonlyMap<string, string> = new Map([
  ['review.serve mode: "adjudicate"', "review.adjudicate"],
]);

const QUOTED = /`([^`]+)`/g;
const METHOD = /^bench\.([a-zA-Z.]+)\((.*)\)$/;
/** What a bench is opened with, and what is asked of it. */
const OPENED = /^createBench\(\{ (.+) \}\)(\..+)$/;
const SETTING = /^([a-zA-Z]+)(?:: (.+))?$/;

/**
 * A hint as it reads at a terminal: `` `maxCostUsd` `` is `--max-cost-usd`, `` `bench.list("runs")` `` a command.
 * @param location flags with which work that is named goes on where the command looked that was typed
 */
export function formatHint(hint: string, program: string, location = ""): string {
  return hint.replaceAll(QUOTED, (quoted, text: string) => {
    const spoken = asCommand(text, program, location) ?? asFlags(text) ?? ownCommand(text, program);
    return spoken === null ? quoted : `\`${spoken}\``;
  });
}

function asCommand(text: string, program: string, location: string): string | null {
  const [, settings, asked] = OPENED.exec(text) ?? [];
  if (settings !== undefined) {
    const [command, flags] = [asCommand(`bench${asked}`, program, location), asFlags(settings)];
    return command === null || flags === null ? null : `${command} ${flags}`;
  }
  const [, method, given = ""] = METHOD.exec(text) ?? [];
  if (method === undefined) return null;
  const [, named = "", options] = /^(.*?)(?:, )?(?:\{ (.+) \})?$/.exec(given) ?? [];
  const own = options === undefined ? undefined : COMMANDS_OF_THEIR_OWN.get(`${method} ${options}`);
  const words = (own ?? method).split(".").map((word) => COMMANDS.get(word) ?? kebab(word));
  const flags = options === undefined || own !== undefined ? "" : (asFlags(options) ?? `{ ${options} }`);
  const values = [...piecesOf(named).map((value) => unquoted(value) ?? value.toUpperCase()), flags];
  const command = [program, ...words, ...values].filter((word) => word !== "").join(" ");
  return WORK.has(method) ? command + location : command;
}

/** The command line's own errors name commands as they are typed after a global install. */
function ownCommand(text: string, program: string): string | null {
  return text.startsWith("invisiblebench ") ? text.replace("invisiblebench", program) : null;
}

function asFlags(text: string): string | null {
  const flags: string[] = [];
  for (const setting of piecesOf(text)) {
    const [, option, value] = SETTING.exec(setting) ?? [];
    // A word in backticks that is no option is left as it is.
    const flag = option === undefined ? undefined : FLAGS.get(option);
    if (flag === undefined) return null;
    flags.push(
      value === "false" ? `--no-${flag}` : `--${flag}`,
      ...(value === undefined || /^(?:true|false)$/.test(value)
        ? []
        : [unquoted(value) ?? placeholder(value)]),
    );
  }
  return flags.join(" ");
}

/** What stands between ", ", unless that is in quotation marks. */
function piecesOf(text: string): readonly string[] {
  return (text.match(/(?:"[^"]*"|[^",]|,(?! ))+/g) ?? []).map((piece) => piece.trim());
}

/** A variable of the library is a word to replace; a number stands for itself. */
function placeholder(value: string): string {
  return /^[a-z]+$/.test(value) ? value.toUpperCase() : value;
}

/** What stands in quotation marks, alone, in a list, or as one of several, as the shell at hand reads it back. */
function unquoted(value: string): string | null {
  if (!/^\[?"[^"]*"(?:[|,]"[^"]*")*\]?$/.test(value)) return null;
  const texts = Array.from(value.matchAll(/"([^"]*)"/g), ([, text = ""]) => shellQuote(text));
  return texts.join(value.includes('"|"') ? "|" : ",");
}

/** A result of the library as JSON has it everywhere else, on disk and on the way out: in snake case. */
export function inSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inSnakeCase);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [snake(key), inSnakeCase(inner)]));
}

/** Names of models, checks and scenarios are keys too, and none of them looks like `leftOut`. */
function snake(key: string): string {
  if (!/^[a-z]+(?:[A-Z][a-z]*)+$/.test(key)) return key;
  return key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
