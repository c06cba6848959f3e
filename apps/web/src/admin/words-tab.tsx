import type { WordAnswer } from '@maru/contract';
import { ApiError, type Client } from '@maru/contract/client';
import { LANGUAGE_TAGS, type Locale, withParticles } from '@maru/words';
import { findPlaceholders, previewMessage, wordProblems } from '@maru/words/editing';
import { keepPreviousData } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { formatMoment } from '../contact/contact-copy.tsx';
import { UserText } from '../contact/user-text.tsx';
import { useWords } from '../i18n/words.tsx';
import { useLast } from '../queries/query-cache.tsx';
import { useApiQuery } from '../queries/use-api-query.ts';
import { usePages } from '../queries/use-pages.ts';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/field.tsx';
import { Form } from '../ui/form/form.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { useForm } from '../ui/form/use-form.ts';
import { LoadStatus, PagedList } from './admin-lists.tsx';
import { FilterLinks, LookUp, Panel, Result, State } from './admin-parts.tsx';
import { useAddress } from './use-address.ts';

const STATES = ['changed', 'missing', 'stale'] as const;

/** All UI messages in both languages: search, edit with a preview, undo. */
export function WordsTab() {
  const { t } = useWords();
  return (
    <>
      <p className="mb-4 max-w-[72ch] text-quiet">{t('admin.words.lead')}</p>
      <Words />
    </>
  );
}

/** The messages of emails: the same editor for `mail.*`. */
export function LettersTab() {
  const { t } = useWords();
  return (
    <>
      <p className="mb-4 max-w-[72ch] text-quiet">{t('admin.letters.lead')}</p>
      <Words group="mail" />
    </>
  );
}

function Words({ group: fixed }: { group?: string }) {
  const { t } = useWords();
  const { text, go } = useAddress();
  const q = text('q');
  const state = STATES.find((one) => one === text('state'));
  const group = fixed ?? text('group');
  const list = usePages(['admin', 'words', q, group, state], (client, cursor, signal) =>
    client.listWords({ query: { q, group, state, cursor, limit: 30 }, signal }),
  );
  // Keep the group field while its messages load.
  const { groups = [], total } = useLast(list.pages?.at(-1)) ?? {};
  return (
    <>
      <LookUp name="q" label={t('admin.words.find')} note={t('admin.words.find_note')} />
      <FilterLinks
        name="state"
        label={t('admin.words.state')}
        shown={state}
        all={t('admin.all')}
        values={STATES}
        formatTitle={(one) => t(`admin.words.${one}`)}
      />
      {fixed !== undefined || groups.length === 0 ? null : (
        <div className="mb-4 max-w-[320px]">
          <SelectField
            label={t('admin.words.group')}
            value={group ?? ''}
            onChange={(event) => go({ group: event.currentTarget.value || null })}
          >
            <option value="">{t('admin.all')}</option>
            {groups.map(({ name, count }) => (
              <option key={name} value={name}>
                {`${name} (${count})`}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      <p role="status" className="mb-3 text-quiet">
        {total === undefined ? '' : t('admin.words.count', { count: total })}
      </p>
      <PagedList list={list} keyOf={({ key }) => key} empty={t('admin.words.empty')}>
        {(word) => <Word word={word} onChange={(now) => list.replace(({ key }) => key === word.key, now)} />}
      </PagedList>
    </>
  );
}

/** One message: both languages side by side, and its history. */
function Word({ word, onChange }: { word: WordAnswer; onChange: (now: WordAnswer) => void }) {
  const { t } = useWords();
  const [isHistory, setHistory] = useState(false);
  const isChanged = word.en.message !== null || word.ko.message !== null;
  const isStale = word.en.isStale || word.ko.isStale;
  return (
    <Panel>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h3 className="break-all font-mono font-semibold" lang="en">
          {word.key}
        </h3>
        {isChanged ? <State tone="good">{t('admin.words.changed')}</State> : null}
        {isStale ? <State tone="warn">{t('admin.words.stale')}</State> : null}
        {word.isLocked ? <State tone="quiet">{t('admin.words.locked')}</State> : null}
      </div>
      {word.isLocked ? <p className="mb-3 text-quiet text-sm">{t('admin.words.locked_why')}</p> : null}
      <div className="grid gap-6 lg:grid-cols-2">
        <WordSide word={word} locale="en" onChange={onChange} />
        <WordSide word={word} locale="ko" onChange={onChange} />
      </div>
      {isChanged || word.en.version > 0 || word.ko.version > 0 ? (
        <>
          <Button className="mt-3" aria-expanded={isHistory} onClick={() => setHistory(!isHistory)}>
            {t('admin.history')}
          </Button>
          {isHistory ? <WordHistory word={word} onChange={onChange} /> : null}
        </>
      ) : null}
    </Panel>
  );
}

function WordSide({
  word,
  locale,
  onChange,
}: {
  word: WordAnswer;
  locale: Locale;
  onChange: (now: WordAnswer) => void;
}) {
  const words = useWords();
  const { t } = words;
  const side = word[locale];
  const shown = side.message ?? side.bundled;
  const [seen, setSeen] = useState(side.version);
  /** The saved text, if it is newer than the one that was edited (412). */
  const [theirs, setTheirs] = useState<string>();
  const save = async (client: Client, message: string | null, ifMatch?: number) => {
    onChange(await client.saveWord({ params: { id: word.key }, body: { locale, message }, ifMatch }));
    return t('admin.words.saved');
  };
  const saveUnlessChanged = async (client: Client, message: string | null) => {
    try {
      return await save(client, message, side.version);
    } catch (error) {
      if (!(error instanceof ApiError) || error.statusCode !== 412) throw error;
      // Show the other version; the typed text stays in the field.
      const { items } = await client.listWords({ query: { q: word.key, limit: 100 } });
      const now = items.find((one) => one.key === word.key);
      setTheirs(now?.[locale].message ?? side.bundled);
      throw error;
    }
  };
  const form = useForm({
    initial: { text: shown },
    submit: (client, values) => saveUnlessChanged(client, values.text),
  });
  const { text } = form.values;
  const { run, isBusy } = form;
  // After a save or an undo the field shows the saved text.
  if (seen !== side.version) {
    setSeen(side.version);
    form.reset({ text: shown });
    setTheirs(undefined);
  }
  const id = useId();
  const english = locale === 'en' ? text : (word.en.message ?? word.en.bundled);
  const isSame = text === shown;
  const problems = isSame
    ? []
    : wordProblems({ locale, key: word.key, text, bundled: side.bundled, english });
  const preview = formatPreview(locale, text, side.bundled);
  return (
    <Form form={form} lang={LANGUAGE_TAGS[locale]}>
      <label htmlFor={id} className="block font-semibold">
        {t(locale === 'en' ? 'language.en' : 'language.ko')}
        <span className="sr-only"> {word.key}</span>
      </label>
      <textarea
        id={id}
        rows={Math.min(8, Math.max(2, Math.ceil(text.length / 48)))}
        value={text}
        disabled={word.isLocked}
        spellCheck={locale === 'en'}
        aria-invalid={problems.length > 0}
        aria-describedby={`${id}-told`}
        onChange={(event) => form.change({ text: event.currentTarget.value })}
        className="mt-2 w-full rounded-field border border-line-strong bg-surface px-3 py-2 disabled:bg-sunken aria-invalid:border-2 aria-invalid:border-bad"
      />
      <div id={`${id}-told`}>
        {problems.map(({ fault, detail }) => (
          <p key={fault} className="mt-1 font-medium text-bad text-sm" lang={LANGUAGE_TAGS[words.locale]}>
            {t(`admin.fault.${fault}`, { detail })}
          </p>
        ))}
        {side.isStale ? (
          <p className="mt-1 text-sm text-warn" lang={LANGUAGE_TAGS[words.locale]}>
            {t('admin.words.stale_why')}
          </p>
        ) : null}
        <p className="mt-2 text-sm">
          <span className="text-quiet" lang={LANGUAGE_TAGS[words.locale]}>
            {t('admin.words.preview')}{' '}
          </span>
          <span data-preview>{preview ?? t('admin.words.no_preview')}</span>
        </p>
        {side.message === null ? null : (
          <p className="mt-1 text-quiet text-sm">
            <span lang={LANGUAGE_TAGS[words.locale]}>{t('admin.words.bundled')} </span>
            {side.bundled}
          </p>
        )}
      </div>
      {theirs === undefined ? null : (
        <div
          role="alert"
          className="mt-3 rounded-field border-2 border-bad p-3"
          lang={LANGUAGE_TAGS[words.locale]}
        >
          <p className="font-semibold">{t('admin.words.conflict')}</p>
          <p className="mt-1" lang={LANGUAGE_TAGS[locale]}>
            {theirs}
          </p>
          <div className="mt-2 flex flex-wrap gap-3">
            <Button disabled={isBusy} onClick={() => void run((client) => save(client, text))}>
              {t('admin.words.mine')}
            </Button>
            <Button
              onClick={() => {
                form.reset({ text: theirs });
                setTheirs(undefined);
              }}
            >
              {t('admin.words.theirs')}
            </Button>
          </div>
        </div>
      )}
      <div lang={LANGUAGE_TAGS[words.locale]}>
        <Result action={form} />
        {word.isLocked ? null : (
          <div className="mt-2 flex min-h-11 flex-wrap gap-3">
            {isSame ? null : (
              <>
                <Button variant="primary" type="submit" disabled={isBusy || problems.length > 0}>
                  {t('profile.save')}
                </Button>
                <Button onClick={() => form.reset({ text: shown })}>{t('admin.cancel')}</Button>
              </>
            )}
            {side.message === null ? null : (
              <Button disabled={isBusy} onClick={() => void run((client) => saveUnlessChanged(client, null))}>
                {t('admin.words.undo')}
              </Button>
            )}
          </div>
        )}
      </div>
    </Form>
  );
}

/** Fills each placeholder with a sample: a number in plurals, else its name. */
function formatPreview(locale: Locale, text: string, bundled: string): string | undefined {
  const names = findPlaceholders(bundled);
  const isCounted = (name: string) =>
    new RegExp(`\\{\\s*${name}\\s*,\\s*(plural|number|selectordinal)`).test(text);
  const values = Object.fromEntries(
    names.map((name) => [name, isCounted(name) ? 3 : (SAMPLES[name] ?? name)]),
  );
  const said = previewMessage(locale, text, values);
  return said === undefined ? undefined : locale === 'ko' ? withParticles(said) : said;
}

const SAMPLES: Record<string, string | number> = {
  count: 3,
  name: 'Jane Kim',
  recipient: 'Jane Kim',
  place: 'Irvine',
  price: '$1,250,000',
  license: '01234567',
  time: '10:00',
  address: '123 Oak St',
};

function WordHistory({ word, onChange }: { word: WordAnswer; onChange: (now: WordAnswer) => void }) {
  const words = useWords();
  const { t } = words;
  const { data: answer, error } = useApiQuery(
    ['admin', 'word-history', word.key, word.en.version, word.ko.version],
    (client, signal) => client.listWordHistory({ params: { id: word.key }, signal }),
    { placeholderData: keepPreviousData },
  );
  const action = useAction();
  const { isBusy, run } = action;
  const undo = (locale: Locale, message: string | null) =>
    run(async (client) => {
      onChange(await client.saveWord({ params: { id: word.key }, body: { locale, message } }));
      return t('admin.words.saved');
    });
  return (
    <div className="mt-3">
      <Result action={action} />
      <LoadStatus isLoading={answer === undefined} error={error} />
      <ol className="grid gap-3">
        {answer?.items.map((row) => (
          <li key={row.historyId} className="border-line border-t pt-3">
            <p className="text-quiet text-sm">
              {formatMoment(row.at, words)} ·{' '}
              {row.actorName === null ? t('admin.audit.gone') : <UserText text={row.actorName} />} ·{' '}
              {t(row.locale === 'ko' ? 'language.ko' : 'language.en')}
            </p>
            <p lang={row.locale} className="break-words">
              {row.message ?? t('admin.words.was_bundled')}
            </p>
            <Button
              className="mt-1"
              disabled={isBusy}
              onClick={() => void undo(row.locale as Locale, row.message)}
            >
              {t('admin.words.back_to')}
            </Button>
          </li>
        ))}
      </ol>
    </div>
  );
}
