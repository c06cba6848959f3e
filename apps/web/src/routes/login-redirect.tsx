import { parseOwnPath } from '@maru/contract/client';
import { localePath } from '@maru/words';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useWayBack } from '../account/sign-in/use-way-back.ts';
import { useAccount } from '../account/use-account.ts';
import { useWords, type Words } from '../i18n/words.tsx';
import { definePage, type LoaderContext, type PageHead } from '../site/page-module.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { PageMain } from '../ui/frame/page-main.tsx';

export const page = definePage({ loader, head, Page });

type RedirectData = ReturnType<typeof loader>;

function loader({ search, locale }: LoaderContext) {
  return { back: parseOwnPath(search.redirectUrl) ?? localePath(locale, '/') };
}

function head(_data: RedirectData, { words }: { words: Words }): PageHead {
  return { title: words.t('login.title') };
}

/** The end of a sign-in: exchanges its cookie for an access token and returns to the page where it began. */
function Page({ data: { back } }: { data: RedirectData }) {
  const { t } = useWords();
  const router = useRouter();
  const { account } = useAccount();
  const goBack = useWayBack();
  const [broken, setBroken] = useState(false);
  const begun = useRef(false);

  const collect = useCallback(async () => {
    setBroken(false);
    const outcome = await account
      ?.session()
      .then((session) => session.collect())
      .catch(() => 'failed' as const);
    if (outcome === 'signed-in') return goBack(back);
    if (outcome === 'failed') return setBroken(true);
    // Without the cookie, the browser blocks cookies.
    const failed = `/login?error=cookies_blocked&redirectUrl=${encodeURIComponent(back)}`;
    await router.navigate({ href: localePath(router.options.context.locale, failed), replace: true });
  }, [account, back, goBack, router]);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void collect();
  }, [collect]);

  return (
    <PageMain className="min-h-svh max-w-[432px] px-4 py-16 md:py-28">
      {broken ? (
        <div role="alert">
          <h1 className="font-bold text-2xl leading-tight">{t('login.redirect.broken.title')}</h1>
          <p className="mt-3">{t('login.redirect.broken.text')}</p>
          <p className="mt-6 flex flex-wrap gap-3">
            <Button variant="primary" size="large" onClick={() => void collect()}>
              {t('account.try_again')}
            </Button>
            <a href={back} className={buttonClass('secondary', 'large')}>
              {t('login.without')}
            </a>
          </p>
        </div>
      ) : (
        <div className="text-center" role="status">
          <span className="mx-auto mb-6 block size-10 animate-spin rounded-chip border-4 border-line border-t-primary" />
          <h1 className="font-bold text-xl">{t('login.redirect.title')}</h1>
          <noscript>
            <p className="mt-4">{t('login.needs_script')}</p>
          </noscript>
        </div>
      )}
    </PageMain>
  );
}
