import { afterEach, expect, test } from 'vitest';
import { openPage } from '../ui/testing-page.tsx';
import SaveSearchPanel from './save-search-panel.tsx';

let page: Awaited<ReturnType<typeof openPage>> | undefined;
afterEach(async () => page?.close());

test.each([
  ['/homes/for_sale/irvine-ca?beds=3-&commute=car,0800,-30', true],
  ['/homes/for_sale/irvine-ca?beds=3-', false],
])('saving %s says that alerts do not know the commute: %s', async (path, isSaid) => {
  page = await openPage(
    <SaveSearchPanel
      kept={{ path, name: '', frequency: 'daily' } as never}
      isOnAccount
      message=""
      onKeep={() => undefined}
      onDrop={() => undefined}
    />,
    { client: {} },
  );
  expect(document.body.textContent?.includes('do not apply your commute limit')).toBe(isSaid);
});
