import { Link } from "@tanstack/react-router";
import type { SiteIndex } from "../../../src/schema/site-index.ts";

export function SiteFooter({ index }: { readonly index: SiteIndex }) {
  return (
    <footer className="mt-16 border-t border-rule">
      <div className="page grid gap-2 py-6 text-sm text-quiet">
        <p className="reading">
          The conversations speak of despair, suicide, harm and neglect.{" "}
          {!index.private && "The people in them are invented. "}If this is close to home: in the US call or
          text <strong>988</strong>; elsewhere <strong>findahelpline.com</strong>.
        </p>
        {index.left_out !== null && (
          <p className="reading">
            {`${index.left_out.conversations} of ${index.left_out.of} conversations are not in this file. ${index.left_out.why}`}
          </p>
        )}
        <p>
          InvisibleBench {index.tool_version}, corpus {index.corpus_version}.{" "}
          <Link to="/methods">How it works</Link>
        </p>
      </div>
    </footer>
  );
}
