import type { Locale } from '@maru/words';
import type { Page } from 'playwright-core';

/**
 * Visible or spoken text in the wrong language: on a Korean page three Latin words in a row, on an English page any
 * Hangul. Text with its own `lang` may be in that language; `names` (of people, offices, streets, cities) are the
 * same in both.
 */
export async function textInWrongLanguage(
  page: Page,
  locale: Locale,
  names: readonly string[],
): Promise<string[]> {
  const texts = await page.evaluate((own) => {
    const isOwn = (element: Element) =>
      (element.closest('[lang]')?.getAttribute('lang') ?? '').slice(0, 2) === own;
    const found = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = (node.textContent ?? '').trim();
      if (parent === null || text === '' || /^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE)$/.test(parent.tagName))
        continue;
      if (isOwn(parent) && parent.checkVisibility()) found.push(text);
    }
    const labelled = 'aria-label,aria-description,aria-roledescription,alt,title,placeholder'.split(',');
    for (const name of labelled) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        if (isOwn(element)) found.push(element.getAttribute(name) ?? '');
      }
    }
    return found;
  }, locale);
  if (locale === 'en') return texts.filter((text) => /[\u3131-\u318e\uac00-\ud7a3]/.test(text));
  const longestFirst = [...new Set(names)]
    .filter((name) => name.trim() !== '')
    .sort((a, b) => b.length - a.length);
  return texts.filter((text) => {
    const rest = longestFirst.reduce((left, name) => left.replaceAll(name, '·'), text);
    return /\p{Script=Latin}{2,}(?:[\s,]+\p{Script=Latin}{2,}){2,}/u.test(rest);
  });
}

/** All names in an answer of the API: people, offices, streets, places, sources. */
export function namesIn(answer: unknown): string[] {
  const NAMES =
    /^(name|streetLine|streetName|city|cityKo|unitNumber|subdivisionName|mlsAreaMajor|unparsedAddress|source|countyOrParish|.*(FullName|OfficeName|District|School))$/;
  if (Array.isArray(answer)) return answer.flatMap(namesIn);
  if (typeof answer !== 'object' || answer === null) return [];
  return Object.entries(answer).flatMap(([key, value]) =>
    typeof value === 'string' ? (NAMES.test(key) ? [value] : []) : namesIn(value),
  );
}
