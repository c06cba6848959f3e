import type { Adapter, AdapterWindow, LoadScript } from './adapter.ts';

/** Google Analytics 4 (developers.google.com/tag-platform/gtagjs): page views by their path, and nothing for advertising. */
export function startAnalytics(
  { id, scriptUrl }: { id: string; scriptUrl: string },
  { page, load, origin }: { page: AdapterWindow; load: LoadScript; origin: string },
): Adapter {
  page.dataLayer ??= [];
  const layer = page.dataLayer;
  // Its script takes a call only as an `arguments` object.
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
    // Google's own name for it, so that its reports know it as one.
    contacted: (assignments) => gtag('event', 'generate_lead', assignments),
    stop: () => {
      page[`ga-disable-${id}`] = true;
    },
  };
}
