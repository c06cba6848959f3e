import { MAX_PAGE } from '@maru/listing/search';

/** How many pages there are to turn. */
export function pageCount(total: number, pageSize: number): number {
  return Math.min(MAX_PAGE, Math.max(1, Math.ceil(total / pageSize)));
}

/** The numbers to print: first, last, those around the page; null where some are left out. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const near = new Set([1, pages, page - 1, page, page + 1]);
  // A gap of one page is that page.
  if (near.has(3)) near.add(2);
  if (near.has(pages - 2)) near.add(pages - 1);
  const numbers = [...near].filter((one) => one >= 1 && one <= pages).sort((a, b) => a - b);
  return numbers.flatMap((one, index) => {
    const before = numbers[index - 1];
    return before !== undefined && one - before > 1 ? [null, one] : [one];
  });
}
