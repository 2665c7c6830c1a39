import { describeExecutorContract } from "./executor.contract.ts";
import { createInProcessExecutor } from "./in-process.ts";

describeExecutorContract("in-process", (concurrency) => createInProcessExecutor({ concurrency }));
