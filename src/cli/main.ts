import { run } from "@stricli/core";
import { createApp } from "./app.ts";
import { createContext } from "./context.ts";
import { settleExitCode } from "./exit.ts";
import { jsonTeller } from "./json-error.ts";

// A reader that closes the pipe early (`| head`) is not an error of ours.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

const context = createContext(process);
await run(createApp(context.program, jsonTeller(context), context.location), context.args, context);
process.exitCode = settleExitCode(process.exitCode);
