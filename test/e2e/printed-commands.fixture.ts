import { execFileSync } from "node:child_process";

/** The text before a command to paste: a label at the beginning of a line, or a backtick in a sentence. */
const COMMAND =
  /^ *(?:[A-Z][a-z ]+: +)?(?:.*?[:`] ?)?(?<program>npx invisiblebench|invisiblebench|node \S+\/invisiblebench\.js) (?<rest>[a-z][^`\n]*)/gm;

/** Every command that a text tells a person to type, without the program's name. */
export function printedCommands(text: string): readonly string[] {
  return Array.from(text.matchAll(COMMAND), ({ groups }) => groups?.["rest"] ?? "");
}

/** A line's words, as a shell hands them to a program; a line that a shell cannot read is an error. */
export function shellWords(line: string): readonly string[] {
  return execFileSync("sh", ["-c", `printf '%s\\0' ${line}`], { encoding: "utf8", stdio: "pipe" })
    .split("\0")
    .slice(0, -1);
}
