import { useEffect, useState } from "react";
import { chunkPath } from "../../../src/schema/site-data.ts";
import type { RunPage } from "../../../src/schema/site-run.ts";
import { refreshChunk, replaceChunk } from "../data/load-chunk.ts";
import { useChunk } from "../data/use-chunk.ts";
import { useSiteIndex } from "../data/use-site-index.ts";

export interface LiveRun {
  readonly run: RunPage;
  readonly connection: "live" | "lost" | "none";
}

/** A run as it stands, and while a server tells of it, as it goes on. */
export function useLiveRun(runId: string): LiveRun {
  const { source } = useSiteIndex();
  const run = useChunk("run", chunkPath.run(runId));
  const [connection, setConnection] = useState<LiveRun["connection"]>("none");
  useEffect(() => {
    if (source !== "live") return;
    const events = new EventSource(chunkPath.runEvents(runId));
    events.addEventListener("open", () => setConnection("live"));
    events.addEventListener("error", () => setConnection("lost"));
    events.addEventListener("progress", ({ data }) => {
      // Written by the server from the schema of a run chunk.
      const told = JSON.parse(String(data)) as RunPage;
      replaceChunk(chunkPath.run(runId), told);
      if (told.state !== "finished") return;
      events.close();
      // Its scans have boards by now, which only the index knows.
      void refreshChunk(chunkPath.index());
    });
    return () => events.close();
  }, [source, runId]);
  return { run, connection: run.state === "finished" ? "none" : connection };
}
