import { BRIEF_DAY, briefAddress, chunkPath } from "../../../src/schema/site-paths.ts";
import type { SiteBrief } from "../../../src/site/site-chunks.ts";
import { loadChunk } from "../data/load-chunk.ts";
import { useScanDate, useSiteIndex } from "../data/use-chunk.ts";
import { saveFile } from "./save-file.ts";

const WORDS = "One page to print or hand on";

/** Link to the brief of a scan: a page of the site, or a file saved from a mailed report, which has no other pages. */
export function BriefLink({ scan }: { readonly scan: string }) {
  const { source } = useSiteIndex();
  const date = useScanDate(scan);
  if (source !== "report") {
    return (
      <a href={briefAddress(scan)} target="_blank" rel="noreferrer" className="control screen-only">
        {WORDS}
      </a>
    );
  }
  const save = async () => {
    // The builder wrote it from this schema.
    const { html } = (await loadChunk(chunkPath.brief(scan))) as SiteBrief;
    const dated = html.replaceAll(BRIEF_DAY, () => date ?? "date unknown");
    saveFile("brief.html", new Blob([dated], { type: "text/html" }));
  };
  return (
    <button type="button" className="control screen-only" onClick={() => void save()}>
      {WORDS}
    </button>
  );
}
