import type { SiteSettingsAnswer } from '@maru/contract';
import type { Client } from '@maru/contract/client';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { whyFailed } from '../ui/why-failed.ts';
import { Panel, Waiting } from './admin-parts.tsx';
import { SitePartFoot } from './site-part-foot.tsx';
import { useSitePart } from './use-site-part.ts';

type FeaturedEntry = SiteSettingsAnswer['featured']['value'][number];

/** The front page: order of its sections, featured places and agents. */
export function FrontTab() {
  return (
    <>
      <Sections />
      <FeaturedList />
    </>
  );
}

function Sections() {
  const { t } = useWords();
  const part = useSitePart('sections');
  const { draft, setDraft, own } = part;
  if (draft === undefined) return <Waiting error={part.error} again={part.again} />;
  const move = (from: number, to: number) => {
    const next = [...draft];
    const [one] = next.splice(from, 1);
    if (one !== undefined) next.splice(to, 0, one);
    setDraft(next);
  };
  return (
    <Panel title={t('admin.front.sections')}>
      <p className="mb-4 max-w-[72ch] text-quiet">{t('admin.front.sections_lead')}</p>
      <ol className="grid max-w-[640px] gap-2">
        {draft.map((one, at) => (
          <li
            key={one.name}
            className="flex flex-wrap items-center gap-3 rounded-field border border-line px-3 py-1"
          >
            <Checkbox
              className="flex-1"
              checked={one.isShown}
              onChange={(event) => {
                const isShown = event.currentTarget.checked;
                setDraft(draft.map((other) => (other === one ? { ...one, isShown } : other)));
              }}
            >
              {t(`admin.front.section.${one.name}`)}
            </Checkbox>
            <Button
              disabled={at === 0}
              aria-label={t('admin.front.up', { name: t(`admin.front.section.${one.name}`) })}
              onClick={() => move(at, at - 1)}
            >
              {'↑'}
            </Button>
            <Button
              disabled={at === draft.length - 1}
              aria-label={t('admin.front.down', { name: t(`admin.front.section.${one.name}`) })}
              onClick={() => move(at, at + 1)}
            >
              {'↓'}
            </Button>
          </li>
        ))}
      </ol>
      <SitePartFoot
        {...part}
        own={own}
        save={(how) => void part.save(how)}
        theirs={() => void part.theirs()}
        undo={(id) => void part.undo(id)}
      />
    </Panel>
  );
}

function FeaturedList() {
  const { t } = useWords();
  const part = useSitePart('featured');
  const { draft, setDraft, own } = part;
  if (draft === undefined) return <Waiting error={part.error} again={part.again} />;
  const change = (at: number, own: Partial<FeaturedEntry>) => {
    for (const day of ['from', 'until'] as const) part.touch(draft[at]!, day);
    setDraft(draft.map((one, other) => (other === at ? { ...one, ...own } : one)));
  };
  return (
    <Panel title={t('admin.front.featured')}>
      <p className="mb-4 max-w-[72ch] text-quiet">{t('admin.front.featured_lead')}</p>
      {draft.length === 0 ? <p className="text-quiet">{t('admin.front.featured_none')}</p> : null}
      <ul ref={part.form} className="grid gap-3">
        {draft.map((one, at) => (
          <li key={`${one.kind} ${one.id} ${one.from}`} className="rounded-field border border-line p-3">
            <p className="font-semibold">
              {t(one.kind === 'place' ? 'admin.front.place' : 'admin.front.agent')}{' '}
              <span lang="en">{one.id}</span>
            </p>
            <div className="mt-2 flex flex-wrap items-start gap-3">
              <DayField
                label={t('admin.from')}
                value={one.from}
                error={part.told(one, 'from')}
                onChange={(from) => change(at, { from })}
              />
              <DayField
                label={t('admin.until')}
                value={one.until}
                error={part.told(one, 'until')}
                onChange={(until) => change(at, { until })}
              />
              <Button
                className="self-end"
                aria-label={t('admin.front.remove', { name: one.id })}
                onClick={() => setDraft(draft.filter((_, other) => other !== at))}
              >
                {t('admin.remove')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <AddFeatured
        onAdd={(one) =>
          setDraft([...draft.filter((other) => other.kind !== one.kind || other.id !== one.id), one])
        }
      />
      <SitePartFoot
        {...part}
        own={own}
        save={(how) => void part.save(how)}
        theirs={() => void part.theirs()}
        undo={(id) => void part.undo(id)}
      />
    </Panel>
  );
}

/** Finds a place by its name in either language, or an agent by name. */
function AddFeatured({ onAdd }: { onAdd: (one: FeaturedEntry) => void }) {
  const words = useWords();
  const { t } = words;
  const { client } = useRouter().options.context;
  const id = useId();
  const [found, setFound] = useState<{ kind: FeaturedEntry['kind']; id: string; label: string }[]>([]);
  const [said, setSaid] = useState('');
  const find = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('text') ?? '').trim();
    if (text === '') return;
    setSaid(t('site.loading'));
    try {
      const all = await findAll(client, text, words.locale);
      setFound(all);
      setSaid(all.length === 0 ? t('admin.front.nothing_found') : '');
    } catch (error) {
      setSaid(whyFailed(error, words));
    }
  };
  return (
    <form onSubmit={(event) => void find(event)} className="mt-4 max-w-[560px]">
      <label htmlFor={id} className="block font-semibold">
        {t('admin.front.add')}
      </label>
      <div className="mt-2 flex gap-2">
        <input
          id={id}
          name="text"
          className="h-11 min-w-0 flex-1 rounded-field border border-line-strong bg-surface px-3"
        />
        <Button type="submit">{t('admin.find')}</Button>
      </div>
      <p role="status" className="mt-2 text-quiet">
        {said}
      </p>
      <ul className="mt-2 grid gap-2">
        {found.map((one) => (
          <li key={`${one.kind} ${one.id}`}>
            <Button
              onClick={() => {
                onAdd({ kind: one.kind, id: one.id, from: null, until: null });
                setFound([]);
              }}
            >
              {t('admin.front.add_one', { name: one.label })}
            </Button>
          </li>
        ))}
      </ul>
    </form>
  );
}

async function findAll(client: Client, text: string, locale: 'en' | 'ko') {
  const [places, agents] = await Promise.all([
    client.suggestHomes({ query: { text, locale, limit: 6 } }),
    client.listAgents({ query: { name: text, limit: 5 } }),
  ]);
  return [
    ...places.suggestions.flatMap((one) =>
      one.slug === undefined ? [] : [{ kind: 'place' as const, id: one.slug, label: one.name }],
    ),
    ...agents.items.map((one) => ({
      kind: 'agent' as const,
      id: one.realtorId ?? one.agentId,
      label: [one.nameKo ?? one.name, one.brokerName, one.licenseNumber].filter(Boolean).join(' · '),
    })),
  ];
}

/** An optional day. Aligned to the top, so that an error below it moves no other field. */
export function DayField({
  label,
  value,
  error,
  onChange,
}: {
  label: string;
  value: string | null;
  error: string | undefined;
  onChange: (value: string | null) => void;
}) {
  const id = useId();
  return (
    <div>
      <label className="block">
        <span className="block text-quiet text-sm">{label}</span>
        <input
          type="date"
          value={value ?? ''}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : id}
          onChange={(event) => onChange(event.currentTarget.value || null)}
          className="mt-1 h-11 rounded-field border border-line-strong bg-surface px-3 aria-invalid:border-2 aria-invalid:border-bad"
        />
      </label>
      {error === undefined ? null : (
        <p id={id} className="mt-1 font-medium text-bad text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
