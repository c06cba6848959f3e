import type { Locale } from '@maru/words';
import { loadBundledWords } from '@maru/words/bundled';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createWords, useWords, WordsProvider } from '../../apps/web/src/i18n/words.tsx';
import { Button, type ButtonSize, type ButtonVariant } from '../../apps/web/src/ui/button.tsx';
import { Checkbox } from '../../apps/web/src/ui/checkbox.tsx';
import { Choice, Field, Option, SelectField, TextArea } from '../../apps/web/src/ui/field.tsx';
import { PageMain } from '../../apps/web/src/ui/frame/page-main.tsx';
import * as adminIcons from '../../apps/web/src/ui/icons/admin-icons.tsx';
import { HeartIcon } from '../../apps/web/src/ui/icons/first-icons.tsx';
import * as icons from '../../apps/web/src/ui/icons/icons.tsx';
import * as savedIcons from '../../apps/web/src/ui/icons/saved-icons.tsx';
import { Empty, Failed, Waiting } from '../../apps/web/src/ui/loading-parts.tsx';
import { CloseButton, Modal } from '../../apps/web/src/ui/modal.tsx';
import { Notice } from '../../apps/web/src/ui/notice.tsx';
import { TextLink } from '../../apps/web/src/ui/site-link.tsx';
import './ui-page.css';

/** The page `/dev/ui`: every primitive of apps/web/src/ui in every state; `?locale=ko` for Korean. */

const VARIANTS: Record<Exclude<ButtonVariant, 'bare' | 'icon' | 'icon-outlined'>, readonly ButtonSize[]> = {
  primary: ['compact', 'medium', 'large'],
  secondary: ['compact', 'medium', 'large'],
  danger: ['compact', 'medium', 'large'],
  quiet: [],
  row: [],
  link: [],
  underlined: [],
  aside: [],
  chip: [],
  chosen: [],
  float: [],
  'float-primary': [],
  action: [],
};

const SHAPES = ['box', 'sheet', 'page', 'screen'] as const;

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-8">
      <h2 className="mb-3 font-bold text-lg" lang="en">
        {title}
      </h2>
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </section>
  );
}

function Buttons() {
  const { t } = useWords();
  const say = t('save.search');
  return (
    <>
      {(Object.keys(VARIANTS) as (keyof typeof VARIANTS)[]).map((variant) => (
        <Part key={variant} title={`Button ${variant}`}>
          {(VARIANTS[variant].length === 0 ? [undefined] : VARIANTS[variant]).map((size) => (
            <Button key={size ?? ''} variant={variant} size={size}>
              {say}
            </Button>
          ))}
          <Button variant={variant}>
            <icons.BellIcon size={18} />
            {say}
          </Button>
          <Button variant={variant} aria-pressed>
            {say}
          </Button>
          <Button variant={variant} disabled>
            {say}
          </Button>
        </Part>
      ))}
      <Part title="Button icon, icon-outlined; CloseButton">
        {(['icon', 'icon-outlined'] as const).map((variant) =>
          [false, true].map((disabled) => (
            <Button key={`${variant}${disabled}`} variant={variant} disabled={disabled} aria-label={say}>
              <icons.SearchIcon />
            </Button>
          )),
        )}
        <CloseButton label={t('site.close')} onClick={() => {}} />
      </Part>
    </>
  );
}

function Fields() {
  const { t } = useWords();
  const label = t('account.sign_in');
  const note = t('site.tagline');
  const error = t('error.internal');
  return (
    <>
      <Part title="Checkbox">
        <Checkbox>{label}</Checkbox>
        <Checkbox defaultChecked>{label}</Checkbox>
        <Checkbox disabled>{label}</Checkbox>
        <Checkbox isLong defaultChecked>
          <span>
            {label}
            <span className="block text-quiet text-sm">{note}</span>
          </span>
        </Checkbox>
      </Part>
      <Part title="Choice, Option">
        <Choice label={label} note={note}>
          <Option name="one" label={t('nav.buy')} defaultChecked />
          <Option name="one" label={t('nav.rent')} />
        </Choice>
        <Choice label={label} error={error}>
          <Option type="checkbox" label={t('nav.buy')} defaultChecked />
          <Option type="checkbox" label={t('nav.rent')} />
        </Choice>
      </Part>
      <Part title="Field, SelectField, TextArea">
        <div className="grid w-full gap-4 md:grid-cols-3">
          {[{}, { note }, { error }, { disabled: true }].map((state) => (
            <Field key={Object.keys(state).join()} label={label} defaultValue={t('site.name')} {...state} />
          ))}
          {[{}, { error }].map((state) => (
            <SelectField key={Object.keys(state).join()} label={label} {...state}>
              <option>{t('nav.buy')}</option>
            </SelectField>
          ))}
          {[{}, { error }].map((state) => (
            <TextArea key={Object.keys(state).join()} label={label} rows={2} {...state} />
          ))}
        </div>
      </Part>
    </>
  );
}

function Others() {
  const { t } = useWords();
  const [shape, setShape] = useState<(typeof SHAPES)[number]>();
  const close = () => setShape(undefined);
  return (
    <>
      <Part title="TextLink">
        <TextLink path="/">{t('nav.buy')}</TextLink>
        <TextLink path="/" isUnderlined>
          {t('nav.buy')}
        </TextLink>
      </Part>
      <Part title="Notice">
        {(['good', 'info', 'bad'] as const).map((tone) => (
          <Notice
            key={tone}
            tone={tone}
            title={t('site.tagline')}
            closeLabel={t('site.close')}
            onClose={() => {}}
          />
        ))}
      </Part>
      <Part title="Waiting, Failed, Empty">
        <Waiting />
        <Failed error={new Error()} onRetry={() => {}} />
        <Empty icon={<icons.SearchIcon />} title={t('site.name')} text={t('site.tagline')}>
          <Button variant="primary">{t('save.search')}</Button>
        </Empty>
      </Part>
      <Part title="Icon">
        {[icons, savedIcons, adminIcons].flatMap((set) =>
          Object.entries(set).map(([name, Drawn]) => <Drawn key={name} size={24} />),
        )}
        <HeartIcon isFull={false} />
        <HeartIcon isFull />
      </Part>
      <Part title="Modal">
        {SHAPES.map((one) => (
          <Button key={one} onClick={() => setShape(one)} lang="en">
            {one}
          </Button>
        ))}
        {shape === undefined ? null : (
          <Modal
            open
            onClose={close}
            label={t('site.tagline')}
            shape={shape}
            className={shape === 'screen' ? '' : 'md:w-[480px]'}
            closesBeside
          >
            <div className="flex items-center justify-between gap-4 p-4">
              <p className="font-bold text-lg">{t('site.tagline')}</p>
              <CloseButton label={t('site.close')} onClick={close} />
            </div>
          </Modal>
        )}
      </Part>
    </>
  );
}

function UiPage() {
  const { locale } = useWords();
  return (
    <PageMain className="w-full max-w-[1080px] px-4 py-8 md:px-6">
      <h1 className="font-bold text-2xl" lang="en">
        UI
      </h1>
      <TextLink href={locale === 'en' ? '?locale=ko' : '?'}>
        {locale === 'en' ? '한국어' : 'English'}
      </TextLink>
      <Buttons />
      <Fields />
      <Others />
    </PageMain>
  );
}

const locale: Locale = new URLSearchParams(location.search).get('locale') === 'ko' ? 'ko' : 'en';
document.documentElement.lang = locale;
const words = createWords(locale, await loadBundledWords(locale), 'dev');
const router = createRouter({
  routeTree: createRootRoute({
    component: () => (
      <WordsProvider words={words}>
        <UiPage />
      </WordsProvider>
    ),
  }),
  history: createMemoryHistory(),
  context: { locale } as never,
});
createRoot(document.body).render(<RouterProvider router={router as never} />);
