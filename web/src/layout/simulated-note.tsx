/** Stands on every page of simulated results. */
export function SimulatedNote() {
  return (
    <p role="note" className="border-b border-rule bg-unclear-ground text-sm text-unclear">
      <span className="page block py-2">
        <strong>Simulated.</strong> These assistants and this judge are programs with known behaviour; the
        results say nothing about any real model.
      </span>
    </p>
  );
}
