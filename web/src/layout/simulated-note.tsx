/** Stands on every page of simulated results. */
export function SimulatedNote() {
  return (
    <aside
      aria-label="Simulated results"
      className="border-b border-rule bg-unclear-ground text-sm text-unclear"
    >
      <p className="page py-2">
        <strong>Simulated.</strong> These assistants and this judge are programs with known behaviour; the
        results say nothing about any real model.
      </p>
    </aside>
  );
}
