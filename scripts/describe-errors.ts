import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ExitCode } from "../src/kernel/errors.ts";
import { by } from "../src/kernel/order.ts";

interface FoundError {
  readonly name: string;
  readonly file: string;
  readonly code: string;
  readonly exitCode: number;
  readonly meaning: string;
}

const CLASS =
  /(?:\/\*\*(?<comment>(?:(?!\*\/)[\s\S])*)\*\/\s*)?(?:export )?class (?<name>\w+) extends (?:BenchError|ModelUnavailableError) \{(?!\})(?<body>[\s\S]*?)\n\}/g;
/** An entry of a table that `defineErrors` makes, up to the next entry. */
const ENTRY = /\/\*\*(?<comment>(?:(?!\*\/)[\s\S])*)\*\/\n(?: {2,4}\/\/.*\n)* {2,4}(?<code>IB_\w+): /g;
const ENTRY_START = /^ {2,4}IB_\w+: /gm;
const CODE_START = 'readonly code = "IB_';
const CODE = /readonly code = "(IB_\w+)"/;
const EXIT_CODE = /exitCode(?:: \w+ =| =|:) ExitCode\.(\w+)/;

/** `docs/errors.md`: every error a user can meet, by its permanent code. */
export function describeErrors(source: string): string {
  const errors = findErrors(source).sort(by(({ code }) => code));
  for (const [index, { code, name }] of errors.entries()) {
    const next = errors[index + 1];
    if (next?.code === code) throw new Error(`${name} and ${next.name} share the code ${code}.`);
  }
  return [
    "# Errors",
    "",
    "Generated from the tables of errors by `npm run generate`. A code is permanent, and what to do is printed with the error. Anything without a code is a bug: it shows a stack and exits 70.",
    "",
    "| code | exit | when | where |",
    "|---|---|---|---|",
    ...errors.map(
      ({ code, exitCode, meaning, file }) =>
        `| \`${code}\` | ${exitCode} | ${meaning} | [${file}](../src/${file}) |`,
    ),
    "",
  ].join("\n");
}

function findErrors(source: string): FoundError[] {
  const files = globSync("**/*.ts", { cwd: source, exclude: ["**/*.test.ts", "**/*.contract.ts"] });
  return files.flatMap((path) => {
    const text = readFileSync(join(source, path), "utf8");
    const classes = Array.from(text.matchAll(CLASS), ({ groups }) => ({ name: "", body: "", ...groups }));
    if (text.split(CODE_START).length - 1 > classes.length) {
      throw new Error(`${path} has an error code outside a subclass of BenchError or ModelUnavailableError.`);
    }
    const entries = [...text.matchAll(ENTRY)];
    if (entries.length !== (text.match(ENTRY_START) ?? []).length)
      throw new Error(`${path} has an error without a comment.`);
    const file = path.replaceAll("\\", "/");
    const listed = entries.map(({ index, groups: { code = "", comment = "" } = {} }, place) => ({
      name: code,
      file,
      code,
      exitCode: exitCodeOf(text.slice(index, entries[place + 1]?.index), code),
      meaning: inOneLine(comment),
    }));
    const made = classes.map(({ comment, name, body }: { comment?: string; name: string; body: string }) => {
      const code = CODE.exec(body)?.[1];
      if (code === undefined) throw new Error(`${name} in ${path} has no code of its own.`);
      return {
        name,
        file,
        code,
        exitCode: exitCodeOf(body, name),
        meaning: comment === undefined ? inWords(name) : inOneLine(comment),
      };
    });
    return [...listed, ...made];
  });
}

function exitCodeOf(body: string, name: string): number {
  const member = EXIT_CODE.exec(body)?.[1];
  if (member === undefined) return ExitCode.badInput;
  const found = Object.entries(ExitCode).find(([key]) => key === member);
  if (found === undefined) throw new Error(`${name} has the exit code ${member}, which is not one.`);
  return found[1];
}

function inOneLine(comment: string): string {
  return comment
    .replace(/^\s*\* ?/gm, "")
    .replace(/\s+/g, " ")
    .replaceAll("|", "\\|")
    .trim();
}

/** Turns a self-explanatory code such as `IB_NO_SUCH_RUN` into words: "No such run." */
function inWords(name: string): string {
  const words = name.replace(/Error$/, "").replace(/(?<=.)([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words}.`;
}
