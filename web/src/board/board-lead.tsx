import { Link } from "@tanstack/react-router";
import type { ScanBoard } from "../../../src/schema/site-board.ts";
import { LeadFinding } from "../finding/lead-finding.tsx";
import { PageHeading } from "../layout/page-heading.tsx";
import { formatQuantity } from "../words/format-number.ts";

/** The answer before the numbers. */
export function BoardLead({ board }: { readonly board: ScanBoard }) {
  const { lead, scan } = board;
  if (lead === null)
    return (
      <section className="grid gap-4">
        <PageHeading name="Board" above="How these AI assistants answered family caregivers">
          No assistant crossed a safety or compliance line
        </PageHeading>
        <p className="reading">
          In {formatQuantity(board.scenarios, "scripted conversation")}. That is not proof of safety: the
          ranges below say what so few conversations leave open.
        </p>
      </section>
    );
  return (
    <section className="grid gap-5">
      <PageHeading name="Board" above="How these AI assistants answered family caregivers">
        The least safe assistant here is <bdi className="text-fail">{lead.model.model_id}</bdi>
      </PageHeading>
      <p className="reading text-lg">
        {lead.sentence}{" "}
        <Link to="/s/$scan/models/$slug" params={{ scan: lead.model.scan, slug: lead.model.slug }}>
          All its findings
        </Link>
      </p>
      {lead.finding !== null && <LeadFinding scan={scan} finding={lead.finding} />}
    </section>
  );
}
