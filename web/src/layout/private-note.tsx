/** Stands on every page of results that were made from somebody's own material. */
export function PrivateNote() {
  return (
    <aside
      aria-label="Private results"
      className="border-b border-rule bg-unclear-ground text-sm text-unclear"
    >
      <p className="page py-2">
        <strong>Private.</strong> Made from conversations or scenarios of your own, which may hold real
        people's words. Ask whose they are before you pass this on.
      </p>
    </aside>
  );
}
