import { barePath, LANGUAGE_TAGS, LOCALES, type Locale, localePath } from '@maru/words';
import { useRouter } from '@tanstack/react-router';
import { memo, useEffect, useId, useState } from 'react';
import { encode } from 'uqr';
import { useWords } from '../i18n/words.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Choice, Option } from '../ui/field.tsx';
import { CheckIcon, CopyIcon, ShareIcon } from '../ui/icons/icons.tsx';
import { CloseButton, Modal } from '../ui/modal.tsx';

/** A page to share. */
export interface Shared {
  /** Title of the message, in the page's language. */
  title: string;
  /** Without /ko; default: the current URL without its personal parameters. */
  path?: string;
  /** The commute destination that the page uses; included only when ticked. */
  commute?: { name: string; at: readonly [latitude: number, longitude: number] };
}

interface ShareDialogProps extends Shared {
  /** The absolute URL of the shared page. */
  href: string;
  onClose: () => void;
}

/** Each language in its own name. */
const NAMES: Record<Locale, string> = { en: 'English', ko: '한국어' };

/** Shares a page in the receiver's language (rule R65). */
export default function ShareDialog({ title, href, commute, onClose }: ShareDialogProps) {
  const { t, locale } = useWords();
  const { site } = useRouter().options.context;
  const [reader, setReader] = useState<Locale>(locale);
  const [withCommute, setWithCommute] = useState(false);
  const [said, setSaid] = useState('');
  const [copied, setCopied] = useState('');
  const [hasSheet, setHasSheet] = useState(false);
  const name = useId();
  useEffect(() => setHasSheet(typeof navigator.share === 'function'), []);
  const links = sharedAddresses(
    href,
    withCommute && commute !== undefined ? commute.at.join(',') : undefined,
  );
  const link = links[reader];

  const copy = async (text: string, what: string) => {
    const isCopied = await copyText(text);
    setCopied(isCopied ? what : '');
    setSaid(t(isCopied ? 'share.copied' : 'share.copy_failed'));
  };
  const openSheet = async () => {
    try {
      await navigator.share({ title, url: link });
    } catch (error) {
      // AbortError: the visitor closed the sheet.
      if ((error as Error).name !== 'AbortError') setSaid(t('share.sheet_failed'));
    }
  };
  const kakao = site.kakaoShare;
  const sendByKakao = async () => {
    setSaid('');
    if (kakao === undefined) return;
    await shareByKakao(link, kakao).catch(() => setSaid(t('share.kakao_failed')));
  };
  return (
    <Modal open onClose={onClose} label={t('share.title')} shape="sheet" className="w-[min(34rem,100vw)]">
      <div className="p-5 md:p-6">
        <div className="flex items-start justify-between gap-4">
          <h2 className="font-bold text-xl">{t('share.title')}</h2>
          <CloseButton label={t('share.close')} className="-mt-2 -mr-2" onClick={onClose} />
        </div>
        <p className="mt-1 text-quiet">{title}</p>
        <div className="mt-5 grid gap-5 sm:grid-cols-[minmax(0,1fr)_11rem]">
          <div className="space-y-5">
            <Choice label={t('share.reader')} note={t('share.reader_note')}>
              {LOCALES.map((one) => (
                <Option
                  key={one}
                  name={name}
                  label={NAMES[one]}
                  lang={LANGUAGE_TAGS[one]}
                  checked={one === reader}
                  onChange={() => {
                    setReader(one);
                    setSaid('');
                  }}
                />
              ))}
            </Choice>
            {commute === undefined ? null : (
              <Checkbox
                isLong
                checked={withCommute}
                onChange={(event) => setWithCommute(event.target.checked)}
              >
                <span>
                  {t('share.with_commute', { place: commute.name })}
                  <span className="block text-quiet text-sm">{t('share.with_commute_note')}</span>
                </span>
              </Checkbox>
            )}
            <div>
              <label htmlFor={`${name}-link`} className="block font-semibold">
                {t('share.link')}
              </label>
              <input
                id={`${name}-link`}
                readOnly
                value={link}
                dir="ltr"
                className="mt-2 h-12 w-full text-ellipsis rounded-field border border-line-strong bg-sunken px-3 text-sm"
                onFocus={(event) => event.target.select()}
              />
              <div className="mt-3 flex flex-wrap gap-2">
                <Button variant="primary" onClick={() => void copy(link, reader)}>
                  {copied === reader ? <CheckIcon size={18} /> : <CopyIcon size={18} />}
                  {t('share.copy')}
                </Button>
                <Button
                  onClick={() =>
                    void copy(LOCALES.map((one) => `${NAMES[one]}: ${links[one]}`).join('\n'), 'both')
                  }
                >
                  {copied === 'both' ? <CheckIcon size={18} /> : null}
                  {t('share.copy_both')}
                </Button>
              </div>
              <p role="status" className="mt-2 min-h-6 text-quiet text-sm">
                {said}
              </p>
            </div>
          </div>
          <div className="mx-auto w-44">
            {link.length > LONGEST_IN_QR ? (
              <p className="text-quiet text-sm">{t('share.qr_too_long')}</p>
            ) : (
              <figure>
                <QrCode text={link} label={t('share.qr_alt', { url: link })} />
                <figcaption className="mt-2 text-center text-quiet text-sm">{t('share.qr')}</figcaption>
              </figure>
            )}
          </div>
        </div>
        {kakao === undefined && !hasSheet ? null : (
          <div className="mt-4 flex flex-wrap gap-2 border-line border-t pt-5">
            {kakao === undefined ? null : (
              <Button
                variant="primary"
                className="bg-kakao! text-kakao-text!"
                onClick={() => void sendByKakao()}
              >
                {t('share.kakao')}
              </Button>
            )}
            {hasSheet ? (
              <Button onClick={() => void openSheet()}>
                <ShareIcon size={18} />
                {t('share.sheet')}
              </Button>
            ) : null}
          </div>
        )}
      </div>
    </Modal>
  );
}

/** False where the clipboard is blocked; the field can still be copied by hand. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Longer links make modules too small to scan at this size. */
const LONGEST_IN_QR = 500;

/** A link as QR code; dark on white in both themes, as scanners require. */
const QrCode = memo(function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'L', boostEcc: true, border: 4 });
  const path = data
    .map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join(''))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="block aspect-square w-full rounded-field bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
});

/** Personal parameters: source, view, open home (rule S10.2) and commute destination, which is added on request only (rule S10.5). */
const OWN = /^(_source|view|home|to)(=|$)/;

/** The shared URL of a page in each language; other parameters stay as they are. `to`: "33.684,-117.826". */
export function sharedAddresses(href: string, to?: string): Record<Locale, string> {
  const { origin, pathname, search } = new URL(href);
  const kept = search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !OWN.test(part));
  if (to !== undefined) kept.push(`to=${to}`);
  const query = kept.length === 0 ? '' : `?${kept.join('&')}`;
  const addressIn = (locale: Locale) => origin + localePath(locale, barePath(pathname)) + query;
  return Object.fromEntries(LOCALES.map((locale) => [locale, addressIn(locale)])) as Record<Locale, string>;
}

/** The used part of Kakao's script (https://developers.kakao.com/docs/latest/kakaotalk-share/js-link). */
interface KakaoScript {
  init(key: string): void;
  isInitialized(): boolean;
  Share: { sendScrap(request: { requestUrl: string }): unknown };
}

let loading: Promise<KakaoScript> | undefined;

/**
 * Shares a link by KakaoTalk, which shows the link's own preview. The script is loaded on the first call; before it nothing is
 * requested from Kakao.
 * @throws Error when the script fails to load or rejects
 */
async function shareByKakao(
  url: string,
  { key, scriptUrl }: { key: string; scriptUrl: string },
): Promise<void> {
  loading ??= loadScript(scriptUrl);
  loading.catch(() => {
    loading = undefined;
  });
  const kakao = await loading;
  if (!kakao.isInitialized()) kakao.init(key);
  await kakao.Share.sendScrap({ requestUrl: url });
}

function loadScript(scriptUrl: string): Promise<KakaoScript> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = scriptUrl;
    script.async = true;
    script.onload = () => {
      const { Kakao } = window as { Kakao?: KakaoScript };
      if (Kakao === undefined) reject(new Error('Kakao’s script has no Kakao.'));
      else resolve(Kakao);
    };
    script.onerror = () => {
      script.remove();
      reject(new Error('Kakao’s script failed to load.'));
    };
    document.head.append(script);
  });
}
