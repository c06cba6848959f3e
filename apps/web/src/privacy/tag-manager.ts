import type { Adapter, AdapterWindow, LoadScript } from './adapter.ts';

/** Google Tag Manager (developers.google.com/tag-platform/tag-manager/datalayer). */
export function startTagManager(
  { id, scriptUrl }: { id: string; scriptUrl: string },
  { page, load, now }: { page: AdapterWindow; load: LoadScript; now: () => number },
): Adapter {
  page.dataLayer ??= [];
  const layer = page.dataLayer;
  let isStopped = false;
  layer.push({ 'gtm.start': now(), event: 'gtm.js' });
  load(`${scriptUrl}?id=${encodeURIComponent(id)}`);
  return {
    view: ({ path, route, kind, source }, assignments) => {
      if (isStopped) return;
      layer.push({
        event: 'page_view',
        page_path: path,
        page_name: route,
        page_kind: kind,
        source,
        experiments: assignments,
      });
    },
    contacted: (assignments) => {
      if (!isStopped) layer.push({ event: 'contacted', experiments: assignments });
    },
    stop: () => {
      isStopped = true;
    },
  };
}
