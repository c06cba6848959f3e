import type { Announcement } from '@maru/contract';
import { useWords } from '../i18n/words.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import { DayField, SitePartPanel, useSitePart } from './site-part.tsx';

/** Announcements for every page, in both languages and with a range of days. The first valid one is shown. */
export function AnnouncementsTab() {
  const { t } = useWords();
  const part = useSitePart('announcements');
  return (
    <SitePartPanel title={t('admin.announcements.title')} lead={t('admin.announcements.lead')} part={part}>
      {(draft) => {
        const add = () => {
          const id = `a${Date.now().toString(36)}`;
          part.setDraft([
            ...draft,
            { id, tone: 'info', en: '', ko: '', path: null, from: null, until: null, isDismissible: true },
          ]);
        };
        return (
          <>
            {draft.length === 0 ? <p className="mb-3 text-quiet">{t('admin.announcements.none')}</p> : null}
            <ul ref={part.form.setBox} className="grid gap-4">
              {draft.map((one, at) => (
                <li key={one.id}>
                  <OneAnnouncement
                    one={one}
                    number={at + 1}
                    errorText={(member) => part.errorText(one, member)}
                    onChange={(changed) => part.changeEntry(one, changed)}
                    onRemove={() => part.setDraft(draft.filter((other) => other.id !== one.id))}
                  />
                </li>
              ))}
            </ul>
            <p className="mt-3">
              <Button onClick={add}>{t('admin.announcements.add')}</Button>
            </p>
          </>
        );
      }}
    </SitePartPanel>
  );
}

interface OneAnnouncementProps {
  one: Announcement;
  number: number;
  errorText: (member: keyof Announcement) => string | undefined;
  onChange: (changed: Partial<Announcement>) => void;
  onRemove: () => void;
}

function OneAnnouncement({ one, number, errorText, onChange, onRemove }: OneAnnouncementProps) {
  const { t } = useWords();
  return (
    <fieldset className="grid gap-4 rounded-field border border-line p-4">
      <legend className="px-2 font-semibold">{t('admin.announcements.one', { number })}</legend>
      {(['en', 'ko'] as const).map((locale) => (
        <Field
          key={locale}
          label={t(`admin.announcements.${locale}`)}
          lang={locale}
          value={one[locale]}
          maxLength={300}
          error={errorText(locale)}
          onChange={(event) => onChange({ [locale]: event.currentTarget.value })}
        />
      ))}
      <Field
        label={t('admin.announcements.path')}
        note={t('admin.announcements.path_note')}
        value={one.path ?? ''}
        maxLength={300}
        error={errorText('path')}
        onChange={(event) => onChange({ path: event.currentTarget.value.trim() || null })}
      />
      <div className="flex flex-wrap items-start gap-4">
        {(['from', 'until'] as const).map((day) => (
          <DayField
            key={day}
            label={t(`admin.${day}`)}
            value={one[day]}
            error={errorText(day)}
            onChange={(value) => onChange({ [day]: value })}
          />
        ))}
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
