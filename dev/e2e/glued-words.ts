import type { Page } from 'playwright-core';

/**
 * Words that are separate on the screen and joined in the accessibility tree and in copied text: one ends where the
 * next begins in the same line, with a margin between them and no space ("월 $125약 18만 원").
 */
export async function findJoinedWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const measureLine = (text: Node) => {
      let box = text.parentElement;
      while (box !== null && /^(inline|contents)$/.test(getComputedStyle(box).display))
        box = box.parentElement;
      return box;
    };
    const edge = (text: Node, at: 0 | -1) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return [...range.getClientRects()].at(at);
    };
    const glued: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let before: Node | null = null;
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      if (text.parentElement?.closest('script, style, noscript, option') != null) continue;
      const said = text.textContent ?? '';
      if (said === '') continue;
      const ended = before?.textContent ?? '';
      if (before !== null && /[\p{L}\p{N}%)]$/u.test(ended) && /^[\p{L}\p{N}$(]/u.test(said)) {
        const [end, start] = [edge(before, -1), edge(text, 0)];
        const isApart = end !== undefined && start !== undefined && Math.abs(start.left - end.right) > 1;
        if (
          isApart &&
          before.parentElement !== text.parentElement &&
          measureLine(before) === measureLine(text)
        )
          glued.push(`${ended.slice(-30)}|${said.slice(0, 30)}`);
      }
      before = text;
    }
    return glued;
  });
}
