/** Saves a file on the reader's device. The browser makes it; nothing is sent. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has saved it by then; keeping it longer only uses memory.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
