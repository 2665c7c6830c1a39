import { Link } from "@tanstack/react-router";
import type { BoardModel, ScanBoard } from "../../../src/schema/site-board.ts";
import { LeadFinding } from "../finding/lead-finding.tsx";
import { PageHeading } from "../layout/page-heading.tsx";
import { formatQuantity, formatRateInterval } from "../words/format-number.ts";
import { overlappingModels } from "./overlapping-models.ts";

const ABOVE = "How these AI assistants answered family caregivers";

/** The answer before the numbers. */
export function BoardLead({ board }: { readonly board: ScanBoard }) {
  const { lead, scan, open } = board;
  if (lead === null) return open === 0 ? <NoLineCrossed board={board} /> : <NotEstablished board={board} />;
  return (
    <section className="grid gap-5">
      <PageHeading name="Board" above={ABOVE}>
        The least safe assistant here is <bdi className="text-fail">{lead.model.model_id}</bdi>
      </PageHeading>
      <p className="reading sm:text-lg">
        {lead.sentence}{" "}
        <Link to="/s/$scan/models/$slug" params={{ scan: lead.model.scan, slug: lead.model.slug }}>
          All its findings
        </Link>
      </p>
      {lead.finding !== null && <LeadFinding scan={scan} finding={lead.finding} />}
      <Doubt board={board} />
    </section>
  );
}

function NoLineCrossed({ board: { scenarios, conversations } }: { readonly board: ScanBoard }) {
  return (
    <section className="grid gap-4">
      <PageHeading name="Board" above={ABOVE}>
        No assistant crossed a safety or compliance line
      </PageHeading>
      <p className="reading">
        In {formatQuantity(conversations, "conversation")} from {formatQuantity(scenarios, "scenario")}. That
        is not proof of safety: the ranges below say what so few conversations leave open.
      </p>
    </section>
  );
}

/** Nobody was seen to cross a line, and nobody could have been in all conversations. */
function NotEstablished({ board: { open, conversations } }: { readonly board: ScanBoard }) {
  return (
    <section className="grid gap-4">
      <PageHeading name="Board" above={ABOVE}>
        Whether an assistant crossed a safety or compliance line could not be established
      </PageHeading>
      <p className="reading">
        In {open} of {formatQuantity(conversations, "conversation")} a gate could not be judged, which never
        counts as a pass. {open < conversations && "In the others no line was crossed."}
      </p>
    </section>
  );
}

/** Who else it might be: a first place is not sure only because somebody has to stand first. */
function Doubt({ board: { models } }: { readonly board: ScanBoard }) {
  const rivals = overlappingModels(models);
  const [worst] = models;
  if (worst === undefined || rivals.length === 0) return null;
  const told = ({ model_id, hard_fails }: BoardModel) =>
    `${model_id} (${formatRateInterval(hard_fails.interval)})`;
  return (
    <p className="reading text-sm text-quiet">
      The first place is not beyond doubt: the range of {rivals.map(told).join(", ")} overlaps with that of{" "}
      {told(worst)}.
    </p>
  );
}
