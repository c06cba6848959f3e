/**
 * `node dev/e2e/update-ui-pictures.ts [BASE_URL]`: stores new pictures of `/dev/ui`, from a running product or one
 * that it starts.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launchBrowser } from './browser.ts';
import { startSite } from './start-site.ts';
import { reduceColors, takeUiPicture, UI_PICTURES, UI_WAYS } from './ui-pictures.ts';

const given = process.argv[2];
const site = given === undefined ? await startSite({ homes: 100 }) : undefined;
const browser = await launchBrowser();
try {
  await mkdir(UI_PICTURES, { recursive: true });
  for (const way of UI_WAYS) {
    const picture = await takeUiPicture(browser, given ?? site?.baseUrl ?? '', way);
    await writeFile(join(UI_PICTURES, `${way.name}.png`), await reduceColors(picture));
  }
} finally {
  await browser.close();
  await site?.end();
}
