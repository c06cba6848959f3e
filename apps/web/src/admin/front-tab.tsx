import type { SiteSettingsAnswer } from '@maru/contract';
import type { Client } from '@maru/contract/client';
import { useId, useState } from 'react';
import { UserText } from '../contact/user-text.tsx';
import { useWords } from '../i18n/words.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Form } from '../ui/form/form.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { DayField, SitePartPanel, useSitePart } from './site-part.tsx';

type FeaturedEntry = SiteSettingsAnswer['featured']['value'][number];
type Found = SiteSettingsAnswer['featuredNames'][number];

/** The front page: order of its sections, featured places, agents and videos. */
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
  return (
    <SitePartPanel title={t('admin.front.sections')} lead={t('admin.front.sections_lead')} part={part}>
      {(draft) => {
        const move = (from: number, to: number) => {
          const next = [...draft];
          const [one] = next.splice(from, 1);
          if (one !== undefined) next.splice(to, 0, one);
          part.setDraft(next);
        };
        return (
          <ol className="grid max-w-[640px] gap-2">
            {draft.map((one, at) => {
              const name = t(`admin.front.section.${one.name}`);
              return (
                <li
                  key={one.name}
                  className="flex flex-wrap items-center gap-3 rounded-field border border-line px-3 py-1"
                >
                  <Checkbox
                    className="flex-1"
                    checked={one.isShown}
                    onChange={(event) => part.changeEntry(one, { isShown: event.currentTarget.checked })}
                  >
                    {name}
                  </Checkbox>
                  <Button
                    disabled={at === 0}
                    aria-label={t('admin.front.up', { name })}
                    onClick={() => move(at, at - 1)}
                  >
                    {'↑'}
                  </Button>
                  <Button
                    disabled={at === draft.length - 1}
                    aria-label={t('admin.front.down', { name })}
                    onClick={() => move(at, at + 1)}
                  >
                    {'↓'}
                  </Button>
                </li>
              );
            })}
          </ol>
        );
      }}
    </SitePartPanel>
  );
}

function FeaturedList() {
  const { t } = useWords();
  const part = useSitePart('featured');
  const [added, setAdded] = useState<Found[]>([]);
  const findName = ({ kind, id }: FeaturedEntry) =>
    [...added, ...(part.settings?.featuredNames ?? [])].find((one) => one.kind === kind && one.id === id)
      ?.name ?? t('admin.front.gone');
  return (
    <SitePartPanel title={t('admin.front.featured')} lead={t('admin.front.featured_lead')} part={part}>
      {(draft) => (
        <>
          {draft.length === 0 ? <p className="text-quiet">{t('admin.front.featured_none')}</p> : null}
          <ul ref={part.form.setBox} className="grid gap-3">
            {draft.map((one) => (
              <li key={`${one.kind} ${one.id}`} className="rounded-field border border-line p-3">
                <p className="font-semibold">
                  {t(`admin.front.${one.kind}`)} <UserText text={findName(one)} />
                </p>
                <div className="mt-2 flex flex-wrap items-start gap-3">
                  {(['from', 'until'] as const).map((day) => (
                    <DayField
                      key={day}
                      label={t(`admin.${day}`)}
                      value={one[day]}
                      error={part.errorText(one, day)}
                      onChange={(value) => part.changeEntry(one, { [day]: value })}
                    />
                  ))}
                  <Button
                    className="self-end"
                    aria-label={t('admin.front.remove', { name: findName(one) })}
                    onClick={() => part.setDraft(draft.filter((other) => other !== one))}
                  >
                    {t('admin.remove')}
                  </Button>
                </div>
              </li>
            ))}
          </ul>
          <AddFeatured
            onAdd={(found) => {
              const { kind, id } = found;
              setAdded((before) => [...before, found]);
              part.setDraft([
                ...draft.filter((other) => other.kind !== kind || other.id !== id),
                { kind, id, from: null, until: null },
              ]);
            }}
          />
        </>
      )}
    </SitePartPanel>
  );
}

/** Finds a place by its name in either language, or an agent by name, with the agent's videos. */
function AddFeatured({ onAdd }: { onAdd: (found: Found) => void }) {
  const { t, locale } = useWords();
  const id = useId();
  const [found, setFound] = useState<Found[]>([]);
  const form = useForm({
    initial: { text: '' },
    submit: async (client, { text }) => {
      if (text.trim() === '') return undefined;
      const all = await findAll(client, text.trim(), locale);
      setFound(all);
      return all.length === 0 ? t('admin.front.nothing_found') : undefined;
    },
  });
  const { error, ...input } = form.field('text');
  return (
    <Form form={form} className="mt-4 max-w-[560px]">
      <label htmlFor={id} className="block font-semibold">
        {t('admin.front.add')}
      </label>
      <div className="mt-2 flex gap-2">
        <input
          {...input}
          id={id}
          className="h-11 min-w-0 flex-1 rounded-field border border-line-strong bg-surface px-3"
        />
        <Button type="submit">{t('admin.find')}</Button>
      </div>
      <p className="mt-1 text-quiet text-sm">{t('admin.front.add_note')}</p>
      <p role="status" className="mt-2 text-quiet">
        {form.isBusy ? t('site.loading') : form.result?.text}
      </p>
      <ul className="mt-2 grid gap-2">
        {found.map((one) => (
          <li key={`${one.kind} ${one.id}`}>
            <Button
              onClick={() => {
                onAdd(one);
                setFound([]);
              }}
            >
              {t('admin.front.add_one', { name: `${t(`admin.front.${one.kind}`)} · ${one.name}` })}
            </Button>
          </li>
        ))}
      </ul>
    </Form>
  );
}

async function findAll(client: Client, text: string, locale: 'en' | 'ko'): Promise<Found[]> {
  const [places, agents] = await Promise.all([
    client.suggestHomes({ query: { text, locale, limit: 6 } }),
    client.listAgents({ query: { name: text, limit: 5 } }),
  ]);
  const realtorIds = agents.items.flatMap(({ realtorId }) => realtorId ?? []);
  const videos = await Promise.all(
    realtorIds.map((realtorId) => client.listRealtorVideos({ query: { realtorId, limit: 5 } })),
  );
  return [
    ...places.suggestions.flatMap(({ slug, name }) =>
      slug === undefined ? [] : { kind: 'place' as const, id: slug, name },
    ),
    ...agents.items.map((one) => ({
      kind: 'agent' as const,
      id: one.realtorId ?? one.agentId,
      name: [one.nameKo ?? one.name, one.brokerName, one.licenseNumber].filter(Boolean).join(' · '),
    })),
    ...videos
      .flatMap(({ items }) => items)
      .map(({ videoId, title, realtor }) => ({
        kind: 'video' as const,
        id: videoId,
        name: [title, realtor?.name].filter(Boolean).join(' · '),
      })),
  ];
}
