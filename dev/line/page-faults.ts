import type { Locale } from '@maru/words';

/** Values that no text of a page may have: slips of code, and amounts that nobody asks. "$0–$545" is a range of the law. */
const SLIPS = /\b(?:undefined|NaN|null|Infinity)\b|\[object|\$0(?![\d.,–])|\{\w+\}|\$-|-\$/;
/** A name of the law, which stands in English beside its translation. */
const IN_ENGLISH = 'Equal Housing Opportunity';
const VOID = new Set(
  'area base br col embed hr img input link meta source track wbr path circle rect line'.split(' '),
);
const SILENT = new Set(['script', 'style', 'noscript', 'template']);
const LABELS = ['aria-label', 'alt', 'title', 'placeholder', 'content'];

/** What is wrong with the texts of a rendered page: slips, and on a Korean page English that is not marked as such. */
export function findPageFaults(html: string, locale: Locale, names: readonly string[]): string[] {
  const longestFirst = [...new Set([...names, IN_ENGLISH])]
    .filter((name) => name.trim() !== '')
    .toSorted((a, b) => b.length - a.length);
  const isForeign = (text: string) => {
    if (locale === 'en') return /[가-힣]/.test(text);
    const rest = longestFirst.reduce((left, name) => left.replaceAll(name, '·'), text);
    return /\p{Script=Latin}{2,}(?:[\s,]+\p{Script=Latin}{2,}){2,}/u.test(rest);
  };
  const faults = new Set<string>();
  let before = '';
  for (const { text, lang } of readTexts(html)) {
    if (SLIPS.test(text)) faults.add(`slip: ${before.slice(-60)} | ${text.slice(0, 120)}`);
    if (lang === locale && isForeign(text)) faults.add(`wrong language: ${text.slice(0, 120)}`);
    before = text;
  }
  return [...faults];
}

/** The texts and labels of a page in order, with the language that they are marked as. */
function* readTexts(html: string): Generator<{ text: string; lang: string }> {
  const open: { tag: string; lang: string }[] = [];
  const here = () => open.at(-1) ?? { tag: '', lang: '' };
  for (const [, comment, closing, tag = '', attributes = '', text = ''] of html.matchAll(
    /(<!--[\s\S]*?-->)|<(\/)?([a-zA-Z][\w-]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>|([^<]+)/g,
  )) {
    if (comment !== undefined) continue;
    const name = tag.toLowerCase();
    const isSilent = open.some((one) => SILENT.has(one.tag));
    if (name === '') {
      const said = decode(text).trim();
      if (said !== '' && !isSilent) yield { text: said, lang: here().lang };
    } else if (closing !== undefined) {
      const at = open.findLastIndex((one) => one.tag === name);
      if (at >= 0) open.length = at;
    } else if (!isSilent) {
      const lang = /\slang="([a-z]{2})/.exec(attributes)?.[1] ?? here().lang;
      for (const label of LABELS) {
        const said = new RegExp(`\\s${label}="([^"]*)"`).exec(attributes)?.[1];
        if (said) yield { text: decode(said), lang };
      }
      if (!VOID.has(name) && !attributes.endsWith('/')) open.push({ tag: name, lang });
    }
  }
}

const decode = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#x27|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? ' ');
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };
