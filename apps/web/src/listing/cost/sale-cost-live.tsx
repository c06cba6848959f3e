import type { HomeAnswer } from '@maru/contract';
import type { CostEdits } from '@maru/listing/money';
import { useRouter } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Button } from '../../ui/button.tsx';
import { Affordability } from './affordability.tsx';
import { CostForm } from './cost-form.tsx';
import { computeHomeCost } from './home-cost.ts';
import { LoanByYear } from './loan-by-year.tsx';
import { SaleCostView } from './sale-cost-view.tsx';
import { useCostEdits } from './use-cost-edits.ts';

/** The monthly cost with its editor, the affordability and the loan by year. */
export function SaleCostLive({
  home,
  now,
  isWildfireZone,
}: {
  home: HomeAnswer;
  now: number;
  isWildfireZone: boolean;
}) {
  const { t } = useWords();
  const { site } = useRouter().options.context;
  const [edits, change] = useCostEdits(home.homeId);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const cost = computeHomeCost(home, edits, site, now, isWildfireZone);
  if (cost === undefined) return <p className="text-quiet">{t('cost.no_price')}</p>;
  const isEdited = Object.values(edits).some((value) => value !== undefined);
  const tools = (
    <>
      <div className="flex flex-wrap gap-x-5">
        <Button
          variant="link"
          aria-expanded={isOpen}
          aria-controls={`${id}-form`}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'cost.edit_close' : 'cost.edit')}
        </Button>
        {isEdited ? (
          <Button variant="link" onClick={() => change({} satisfies CostEdits)}>
            {t('cost.edit_reset')}
          </Button>
        ) : null}
      </div>
      <div id={`${id}-form`} hidden={!isOpen}>
        <CostForm home={home} cost={cost} edits={edits} onChange={change} />
      </div>
    </>
  );
  const folds = (
    <div className="print:hidden">
      <Affordability home={home} now={now} cost={cost} edits={edits} />
      <LoanByYear cost={cost} />
    </div>
  );
  return <SaleCostView home={home} now={now} cost={cost} edits={edits} tools={tools} folds={folds} />;
}
