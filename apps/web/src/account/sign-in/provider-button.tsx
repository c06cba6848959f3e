import type { SignInProvider } from '@maru/listing/people';
import { useRouter } from '@tanstack/react-router';
import { useWords } from '../../i18n/words.tsx';

/**
 * A plain link to the provider, so that it works before scripts load. `back`: where the sign-in ends, with /ko;
 * `isFresh`: the provider must ask for the credentials again.
 */
export function ProviderButton({
  provider,
  back,
  isFresh,
}: {
  provider: SignInProvider;
  back: string;
  isFresh: boolean;
}) {
  const { t } = useWords();
  const { hosts } = useRouter().options.context;
  const Mark = MARKS[provider];
  return (
    <a
      href={`${hosts.common}/v1/oauth/${provider}?redirectUrl=${encodeURIComponent(back)}${isFresh ? '&fresh=true' : ''}`}
      rel="nofollow"
      className={`relative flex min-h-13 items-center justify-center rounded-card border px-12 font-semibold text-lg hover:brightness-97 ${LOOKS[provider]}`}
    >
      <span className="absolute left-4">
        <Mark />
      </span>
      {t(`login.with.${provider}`)}
    </a>
  );
}

const LOOKS: Record<SignInProvider, string> = {
  kakao: 'border-transparent bg-kakao text-kakao-text',
  google: 'border-google-line bg-google text-google-text',
};

function KakaoMark() {
  return (
    <svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        fill="currentColor"
        d="M12 3.5c-5.2 0-9.5 3.3-9.5 7.4 0 2.6 1.8 4.9 4.4 6.2l-.9 3.5c-.1.3.3.6.6.4l4.1-2.8c.4.1.9.1 1.3.1 5.2 0 9.5-3.3 9.5-7.4S17.2 3.5 12 3.5Z"
      />
    </svg>
  );
}

function GoogleMark() {
  return (
    <svg width="22" height="22" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <path
        fill="#ea4335"
        d="M24 9.5c3.5 0 6.7 1.2 9.2 3.6l6.9-6.9C35.9 2.4 30.5 0 24 0 14.6 0 6.5 5.4 2.6 13.2l8 6.2C12.4 13.7 17.7 9.5 24 9.5Z"
      />
      <path
        fill="#4285f4"
        d="M47 24.6c0-1.6-.2-3.1-.4-4.6H24v9h12.9a11 11 0 0 1-4.8 7.2l7.7 6C44.4 38 47 31.8 47 24.6Z"
      />
      <path fill="#fbbc05" d="M10.5 28.6a14.5 14.5 0 0 1 0-9.2l-8-6.2a24 24 0 0 0 0 21.6l8-6.2Z" />
      <path
        fill="#34a853"
        d="M24 48c6.5 0 11.9-2.1 15.9-5.8l-7.7-6a14.5 14.5 0 0 1-21.6-7.6l-8 6.2A24 24 0 0 0 24 48Z"
      />
    </svg>
  );
}

const MARKS = { kakao: KakaoMark, google: GoogleMark };
