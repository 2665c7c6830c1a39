/** Hands a file to the reader. Nothing is sent anywhere: it is made here. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has it by then; kept any longer it would only take room.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
