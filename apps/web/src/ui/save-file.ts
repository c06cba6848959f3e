/** Gives what was written here to whoever uses the page, as a download. */
export function saveFile(name: string, type: string, parts: string[]): void {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Not at once: a browser may first ask where to put it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
