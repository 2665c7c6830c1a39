import { buildCommand, numberParser } from "@stricli/core";
import { commonFlags, resultsFlags } from "../../flags.ts";

const HIGHEST_PORT = 65_535;

function portNumber(input: string): number {
  const port = numberParser(input);
  if (!Number.isInteger(port) || port < 0 || port > HIGHEST_PORT)
    throw new SyntaxError(`"${input}" is not a port`);
  return port;
}

export const viewCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).view,
  parameters: {
    flags: {
      ...commonFlags,
      ...resultsFlags,
      port: {
        kind: "parsed",
        parse: portNumber,
        optional: true,
        placeholder: "n",
        brief: "Port on 127.0.0.1 [default: a free one]",
      },
      open: { kind: "boolean", default: false, withNegated: false, brief: "Open it in the browser" },
    },
    positional: {
      kind: "tuple",
      parameters: [
        {
          parse: String,
          placeholder: "dir",
          brief: "Results folder, or a run or scan in one [default: results]",
          optional: true,
        },
      ],
    },
  },
  docs: {
    brief: "Look at results in the browser, also while they are made",
    fullDescription:
      "Serves on this machine only, until Ctrl-C. Nothing is written and nobody else is asked.",
    customUsage: [{ input: "results --open", brief: "Everything there is, in the browser" }],
  },
});
