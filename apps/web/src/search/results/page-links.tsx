import { MAX_PAGE, type SearchQuery } from '@maru/listing/search';
import { useWords } from '../../i18n/words.tsx';
import { ChevronLeftIcon, ChevronRightIcon } from '../../ui/icons/icons.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { pagePath } from '../page-address.ts';
import type { SearchData } from '../search-data.ts';
import { countListed } from './result-limits.ts';

export function PageLinks({ data }: { data: SearchData }) {
  const { t } = useWords();
  const { answer, query, form, zoom } = data;
  const pages = pageCount(countListed(answer), answer.pageSize);
  if (pages < 2) return null;
  const here = query.page ?? 1;
  const path = (page: number) => {
    const { page: _page, ...rest } = query;
    const next: SearchQuery = page === 1 ? rest : { ...rest, page };
    return pagePath(next, { form, zoom });
  };
  const cell = 'inline-flex size-11 items-center justify-center rounded-chip tabular';
  return (
    <nav
      aria-label={t('pages.label')}
      // On a phone, a later page needs a link back to the first.
      data-first={here === 1 ? '' : undefined}
      className="page-links mt-8 flex flex-wrap items-center justify-center gap-1"
    >
      {here > 1 ? (
        <SiteLink path={path(here - 1)} rel="prev" className={`${cell} hover:bg-sunken`}>
          <ChevronLeftIcon />
          <span className="sr-only">{t('pages.previous')}</span>
        </SiteLink>
      ) : null}
      {pageNumbers(here, pages).map((page, index) =>
        page === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: gaps have no key of their own.
          <span key={`gap-${index}`} className="px-1 text-quiet">
            …
          </span>
        ) : (
          <SiteLink
            key={page}
            path={path(page)}
            aria-label={t('pages.page', { page })}
            aria-current={page === here ? 'page' : undefined}
            className={`${cell} ${page === here ? 'bg-primary font-semibold text-on-primary' : 'hover:bg-sunken'}`}
          >
            {page}
          </SiteLink>
        ),
      )}
      {here < pages ? (
        <SiteLink path={path(here + 1)} rel="next" className={`${cell} hover:bg-sunken`}>
          <ChevronRightIcon />
          <span className="sr-only">{t('pages.next')}</span>
        </SiteLink>
      ) : null}
    </nav>
  );
}

/** Number of pages, up to the API's limit. */
export function pageCount(total: number, pageSize: number): number {
  return Math.min(MAX_PAGE, Math.max(1, Math.ceil(total / pageSize)));
}

/** The page numbers to show: first, last and those around the current page; null for a gap. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const near = new Set([1, pages, page - 1, page, page + 1]);
  // Show the page instead of a gap of one.
  if (near.has(3)) near.add(2);
  if (near.has(pages - 2)) near.add(pages - 1);
  const numbers = [...near].filter((one) => one >= 1 && one <= pages).sort((a, b) => a - b);
  return numbers.flatMap((one, index) => {
    const before = numbers[index - 1];
    return before !== undefined && one - before > 1 ? [null, one] : [one];
  });
}
