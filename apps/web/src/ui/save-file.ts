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

/** What a spreadsheet would take for a formula; a quote before it makes it text again (OWASP, "CSV injection"). */
const FORMULA = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/**
 * A table as a file for spreadsheets: UTF-8 with its mark, CRLF, every text in quotes. A number stays one; a text that
 * begins like a formula is made a text.
 */
export function formatCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  const cell = (value: string | number | null) => {
    if (value === null) return '';
    if (typeof value === 'number') return String(value);
    const text = FORMULA.test(value) ? `'${value}` : value;
    return `"${text.replaceAll('"', '""')}"`;
  };
  return `\ufeff${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

export function saveCsv(name: string, rows: Parameters<typeof formatCsv>[0]): void {
  saveFile(name, 'text/csv;charset=utf-8', [formatCsv(rows)]);
}
