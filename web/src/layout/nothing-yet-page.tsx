import { Link } from "@tanstack/react-router";
import { LookAgain } from "./look-again.tsx";
import { PageHeading } from "./page-heading.tsx";

/** An empty folder of results: that it is empty, and how to fill it. */
export function NothingYetPage() {
  return (
    <div className="reading grid gap-4">
      <PageHeading name="Nothing yet">There are no results here yet</PageHeading>
      <p>This makes some, with simulated assistants, without a key and in less than a minute:</p>
      <pre className="scroll rounded border border-rule bg-surface p-3 font-mono text-sm">
        <code>invisiblebench eval</code>
      </pre>
      <p>
        It writes into the folder “results”. If this one has another name, say so there too with{" "}
        <code className="font-mono">--out</code>. Until then: <Link to="/methods">how it works</Link>.
      </p>
      <LookAgain>When it has finished:</LookAgain>
    </div>
  );
}
