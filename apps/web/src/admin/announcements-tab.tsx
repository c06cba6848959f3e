import type { Announcement } from '@maru/contract';

import { useWords } from '../i18n/words.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import { Panel, Waiting } from './admin-parts.tsx';
import { DayField } from './front-tab.tsx';
import { SitePartFoot } from './site-part-foot.tsx';
import { useSitePart } from './use-site-part.ts';

/** Fields that the API validates. */
const FIELDS = ['en', 'ko', 'path', 'from', 'until'] as const;

/** Announcements for every page, in both languages and with a range of days. The first valid one is shown. */
export function AnnouncementsTab() {
  const { t } = useWords();
  const part = useSitePart('announcements');
  const { draft, setDraft, own } = part;
  if (draft === undefined) return <Waiting error={part.error} again={part.again} />;
  const add = () => {
    const id = `a${Date.now().toString(36)}`;
    setDraft([
      ...draft,
      { id, tone: 'info', en: '', ko: '', path: null, from: null, until: null, isDismissible: true },
    ]);
  };
  return (
    <Panel title={t('admin.announcements.title')}>
      <p className="mb-4 max-w-[72ch] text-quiet">{t('admin.announcements.lead')}</p>
      {draft.length === 0 ? <p className="mb-3 text-quiet">{t('admin.announcements.none')}</p> : null}
      <ul ref={part.form} className="grid gap-4">
        {draft.map((one, at) => (
          <li key={one.id}>
            <OneAnnouncement
              one={one}
              number={at + 1}
              told={(member) => part.told(one, member)}
              onChange={(changed) => {
                for (const member of FIELDS) if (member in changed) part.touch(one, member);
                // The error of a reversed range is shown at the last day.
                if ('from' in changed) part.touch(one, 'until');
                setDraft(draft.map((other) => (other.id === one.id ? { ...one, ...changed } : other)));
              }}
              onRemove={() => setDraft(draft.filter((other) => other.id !== one.id))}
            />
          </li>
        ))}
      </ul>
      <p className="mt-3">
        <Button onClick={add}>{t('admin.announcements.add')}</Button>
      </p>
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

function OneAnnouncement({
  one,
  number,
  told,
  onChange,
  onRemove,
}: {
  one: Announcement;
  number: number;
  /** The error message of a field. */
  told: (member: (typeof FIELDS)[number]) => string | undefined;
  onChange: (changed: Partial<Announcement>) => void;
  onRemove: () => void;
}) {
  const { t } = useWords();
  return (
    <fieldset className="grid gap-4 rounded-field border border-line p-4">
      <legend className="px-2 font-semibold">{t('admin.announcements.one', { number })}</legend>
      <Field
        label={t('admin.announcements.en')}
        lang="en"
        value={one.en}
        maxLength={300}
        error={told('en')}
        onChange={(event) => onChange({ en: event.currentTarget.value })}
      />
      <Field
        label={t('admin.announcements.ko')}
        lang="ko"
        value={one.ko}
        maxLength={300}
        error={told('ko')}
        onChange={(event) => onChange({ ko: event.currentTarget.value })}
      />
      <Field
        label={t('admin.announcements.path')}
        note={t('admin.announcements.path_note')}
        value={one.path ?? ''}
        maxLength={300}
        error={told('path')}
        onChange={(event) => onChange({ path: event.currentTarget.value.trim() || null })}
      />
      <div className="flex flex-wrap items-start gap-4">
        <DayField
          label={t('admin.from')}
          value={one.from}
          error={told('from')}
          onChange={(from) => onChange({ from })}
        />
        <DayField
          label={t('admin.until')}
          value={one.until}
          error={told('until')}
          onChange={(until) => onChange({ until })}
        />
        <label className="block">
          <span className="block text-quiet text-sm">{t('admin.announcements.tone')}</span>
          <select
            value={one.tone}
            onChange={(event) => onChange({ tone: event.currentTarget.value as Announcement['tone'] })}
            className="mt-1 h-11 rounded-field border border-line-strong bg-surface px-3"
          >
            <option value="info">{t('admin.announcements.info')}</option>
            <option value="warn">{t('admin.announcements.warn')}</option>
          </select>
        </label>
        <Checkbox
          className="self-end"
          checked={one.isDismissible}
          onChange={(event) => onChange({ isDismissible: event.currentTarget.checked })}
        >
          {t('admin.announcements.dismissible')}
        </Checkbox>
        <Button className="self-end" onClick={onRemove}>
          {t('admin.remove')}
        </Button>
      </div>
    </fieldset>
  );
}
