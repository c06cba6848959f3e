import { ScrollBox } from '../scroll-box.tsx';

/** A table of words that are ready to be read; the first column names the row. */
export interface Numbers {
  /** For screen readers. */
  caption: string;
  columns: readonly { label: string; numeric?: boolean }[];
  rows: readonly { key: string; cells: readonly string[] }[];
}

/** The numbers of a chart as a table, which scrolls by itself where it is too wide. */
export function NumbersTable({ caption, columns, rows }: Numbers) {
  return (
    <ScrollBox label={caption}>
      <table className="tabular w-full border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-line-strong border-b text-left">
            {columns.map((column) => (
              <th
                key={column.label}
                scope="col"
                className={`py-2 pr-4 align-bottom font-semibold last:pr-0 ${column.numeric ? 'text-right' : ''}`}
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className="border-line border-b">
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column.label} scope="row" className="py-2 pr-4 text-left font-normal">
                    {row.cells[index]}
                  </th>
                ) : (
                  <td
                    key={column.label}
                    className={`py-2 pr-4 last:pr-0 ${column.numeric ? 'whitespace-nowrap text-right' : ''}`}
                  >
                    {row.cells[index]}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
