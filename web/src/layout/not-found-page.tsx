import { Link } from "@tanstack/react-router";
import { PageHeading } from "./page-heading.tsx";

export function NotFoundPage() {
  return (
    <div className="reading grid gap-3">
      <PageHeading name="No such page">No such page</PageHeading>
      <p>
        The address names nothing here. <Link to="/">To the board</Link>
      </p>
    </div>
  );
}
