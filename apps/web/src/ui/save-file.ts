/** Downloads generated content as a file. */
export function saveFile(name: string, type: string, parts: string[]): void {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Later, since the browser may first ask for a location.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
