/** Preloaded by the test of what a command reads: counts how often each file is opened for reading, and says so at the end. */
import fs from "node:fs";
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

const { READS_FILE } = process.env;
const reads = {};

function counted(object, name, isReading = () => true) {
  const original = object[name];
  object[name] = (path, ...rest) => {
    if (typeof path === "string" && isReading(rest)) reads[path] = (reads[path] ?? 0) + 1;
    return original.call(object, path, ...rest);
  };
}

const opensToRead = ([flags = "r"]) => flags === "r";
counted(promises, "readFile");
counted(promises, "open", opensToRead);
counted(fs, "createReadStream");
counted(fs, "readFileSync");
counted(fs, "openSync", opensToRead);
syncBuiltinESMExports();

const { writeFileSync } = fs;
process.on("exit", () => writeFileSync(READS_FILE, JSON.stringify(reads)));
