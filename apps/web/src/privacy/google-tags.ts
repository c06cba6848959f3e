import type { Adapter, AdapterWindow, LoadScript } from './adapter.ts';

/** Google Analytics 4 (developers.google.com/tag-platform/gtagjs): page views by path, nothing for advertising. */
export function startAnalytics(
  { id, scriptUrl }: { id: string; scriptUrl: string },
  { page, load, origin }: { page: AdapterWindow; load: LoadScript; origin: string },
): Adapter {
  page.dataLayer ??= [];
  const layer = page.dataLayer;
  // Its script accepts only `arguments` objects.
  function gtag(..._call: unknown[]): void {
    // biome-ignore lint/complexity/noArguments: see above.
    layer.push(arguments);
  }
  page[`ga-disable-${id}`] = false;
  gtag('js', new Date());
  gtag('config', id, {
    send_page_view: false,
    allow_google_signals: false,
    allow_ad_personalization_signals: false,
  });
  load(`${scriptUrl}?id=${encodeURIComponent(id)}`);
  return {
    view: ({ path, route, kind, source }, assignments) =>
      gtag('event', 'page_view', {
        page_location: origin + path,
        page_path: path,
        page_title: route,
        page_kind: kind,
        ...(source === null ? {} : { source }),
        ...assignments,
      }),
    // Google's own event name, so that its reports recognize it.
    contacted: (assignments) => gtag('event', 'generate_lead', assignments),
    stop: () => {
      page[`ga-disable-${id}`] = true;
    },
  };
}

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
