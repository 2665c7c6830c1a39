import { run } from "@stricli/core";
import { app } from "./app.ts";
import { createContext } from "./context.ts";
import { settleExitCode } from "./exit.ts";

// A reader that has seen enough (`| head`) is not an error of ours.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

await run(app, process.argv.slice(2), createContext(process));
process.exitCode = settleExitCode(process.exitCode);
