import { useWords } from '../i18n/words.tsx';
import { CommuteEditor } from '../listing/commute/commute-editor.tsx';

/** Where one, and whoever one lives with, travel to each day: what searches and homes reckon with. */
export function CommutePlaces() {
  const { t } = useWords();
  return (
    <div className="max-w-[640px] space-y-6">
      <p className="text-quiet">{t('my.commute_note')}</p>
      {(['first', 'second'] as const).map((person) => (
        <section
          key={person}
          aria-labelledby={`commute-${person}`}
          className="rounded-card border border-line bg-surface p-5"
        >
          <h3 id={`commute-${person}`} className="mb-3 font-semibold text-lg">
            {t(`commute.person.${person}`)}
          </h3>
          <CommuteEditor person={person} />
        </section>
      ))}
    </div>
  );
}
