import type { SitePart as PartName, SiteSettingsAnswer } from '@maru/contract';
import type { Client } from '@maru/contract/client';
import { type ReactNode, useId } from 'react';
import { formatMoment } from '../contact/contact-copy.tsx';
import { UserText } from '../contact/user-text.tsx';
import { useWords } from '../i18n/words.tsx';
import { useApiQuery } from '../queries/use-api-query.ts';
import { Button } from '../ui/button.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { Waiting } from './admin-lists.tsx';
import { Panel, Result } from './admin-parts.tsx';

type Value<P extends PartName> = SiteSettingsAnswer[P]['value'];
type Entry = Value<PartName>[number];
type SitePart = ReturnType<typeof useSitePart<PartName>>;
type ShownPart<Draft> = Pick<
  SitePart,
  'query' | 'own' | 'isChanged' | 'overwrite' | 'takeTheirs' | 'undo'
> & {
  form: Pick<SitePart['form'], 'result' | 'isBusy' | 'isConflict' | 'send'>;
  draft: Draft | undefined;
};

/** Identifies an entry by its content, not by its index: the list may change before the response. */
const formatEntryKey = (entry: Entry) =>
  'isShown' in entry ? entry.name : 'kind' in entry ? `${entry.kind} ${entry.id}` : entry.id;

/**
 * Edits one part of the site settings as a draft until it is saved. On a conflict (412) neither version is lost: the admin
 * chooses.
 */
export function useSitePart<P extends PartName>(part: P) {
  const { t } = useWords();
  // One key per part: saving one must not update the version that another draft is based on.
  const query = useApiQuery(['admin', 'site', part], (client, signal) => client.loadSiteSettings({ signal }));
  const own = query.data?.[part];
  const take = (now: SiteSettingsAnswer) => {
    query.set(now);
    form.reset({ draft: undefined });
  };
  const save = async (client: Client, ifMatch?: number) => {
    take(await client.saveSitePart({ params: { id: part }, body: { [part]: draft }, ifMatch }));
    return t('admin.site.saved');
  };
  const form = useForm<{ draft: Value<P> | undefined }>({
    initial: { draft: undefined },
    submit: (client) => save(client, own?.version),
    // Such as `announcements.0.until`.
    toField: ([, at, member], { draft }) => {
      const entry = draft?.[Number(at)];
      return entry === undefined ? undefined : `${formatEntryKey(entry)}.${member}`;
    },
    reasonText: (_, reason) => (reason === 'min_above_max' ? t('admin.days_crossed') : undefined),
  });
  const draft: Value<P> | undefined = form.values.draft ?? own?.value;
  return {
    form,
    query,
    own,
    settings: query.data,
    draft,
    isChanged:
      draft !== undefined && own !== undefined && JSON.stringify(draft) !== JSON.stringify(own.value),
    setDraft: (next: Value<P>) => form.change({ draft: next }),
    /** Changes an entry and clears the errors of its fields. The error of a reversed range is shown at its last day. */
    changeEntry: (entry: Value<P>[number], changed: Partial<Value<P>[number]>) => {
      const fields = Object.keys(changed).flatMap((one) => (one === 'from' ? [one, 'until'] : one));
      const next = draft?.map((one) => (one === entry ? { ...one, ...changed } : one)) as Value<P>;
      form.change(
        { draft: next },
        fields.map((one) => `${formatEntryKey(entry)}.${one}`),
      );
    },
    errorText: (entry: Entry, member: string) => form.errorText(`${formatEntryKey(entry)}.${member}`),
    overwrite: () => void form.run((client) => save(client)),
    takeTheirs: () =>
      void form.run(async (client) => {
        take(await client.loadSiteSettings({}));
        return undefined;
      }),
    undo: (historyId: number) =>
      void form.run(async (client) => {
        take(await client.saveSitePart({ params: { id: part }, body: { undo: historyId } }));
        return t('admin.site.undone');
      }),
  };
}

/** Shows a part of the site: its editor, how to save it, the choice on a conflict, and its history. */
export function SitePartPanel<Draft>({
  title,
  lead,
  part,
  children,
}: {
  title: string;
  lead: string;
  part: ShownPart<Draft>;
  children: (draft: Draft) => ReactNode;
}) {
  const words = useWords();
  const { t } = words;
  const { form, own, draft, isChanged } = part;
  if (draft === undefined) return <Waiting query={part.query} />;
  return (
    <Panel title={title}>
      <p className="mb-4 max-w-[72ch] text-quiet">{lead}</p>
      {children(draft)}
      <Result action={form} />
      {form.isConflict ? (
        <div role="alert" className="my-3 rounded-field border-2 border-bad p-3">
          <p className="font-semibold">{t('admin.site.conflict')}</p>
          <div className="mt-2 flex flex-wrap gap-3">
            <Button disabled={form.isBusy} onClick={part.overwrite}>
              {t('admin.words.mine')}
            </Button>
            <Button disabled={form.isBusy} onClick={part.takeTheirs}>
              {t('admin.words.theirs')}
            </Button>
          </div>
        </div>
      ) : null}
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button variant="primary" disabled={form.isBusy || !isChanged} onClick={() => void form.send()}>
          {t('profile.save')}
        </Button>
        {isChanged ? <p className="text-quiet text-sm">{t('admin.site.unsaved')}</p> : null}
      </div>
      {own === undefined || own.history.length === 0 ? null : (
        <details className="mt-5">
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-primary-text">
            {t('admin.history')}
          </summary>
          <ol className="mt-2 grid gap-2">
            {own.history.map((entry) => (
              <li key={entry.historyId} className="flex flex-wrap items-center gap-3">
                <span>
                  {formatMoment(entry.at, words)} ·{' '}
                  {entry.actorName === null ? t('admin.audit.gone') : <UserText text={entry.actorName} />}
                </span>
                <Button disabled={form.isBusy} onClick={() => part.undo(entry.historyId)}>
                  {t('admin.words.back_to')}
                </Button>
              </li>
            ))}
          </ol>
        </details>
      )}
    </Panel>
  );
}

interface DayFieldProps {
  label: string;
  value: string | null;
  error: string | undefined;
  onChange: (value: string | null) => void;
}

/** An optional day. Aligned to the top, so that an error below it moves no other field. */
export function DayField({ label, value, error, onChange }: DayFieldProps) {
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
