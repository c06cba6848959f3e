import { type ReactNode, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Button } from '../../ui/button.tsx';
import { Options } from '../../ui/field.tsx';
import { CloseIcon, LayersIcon, PencilIcon, RadiusIcon } from '../../ui/icons/icons.tsx';
import { useDropdown } from '../../ui/use-dropdown.ts';
import { distanceText } from '../search-words.ts';
import type { Drawing } from './use-drawing.ts';

const METERS_PER_MILE = 1609.344;
/** Round numbers in the unit of the language; the address has meters. */
const RADII: Record<'en' | 'ko', number[]> = {
  en: [0.5, 1, 2, 3, 5, 10, 20, 50].map((miles) => Math.round(miles * METERS_PER_MILE)),
  ko: [500, 1_000, 2_000, 3_000, 5_000, 10_000, 20_000, 50_000],
};

/** A message on the map, below its tools. */
export const MAP_NOTE = 'w-fit rounded-chip bg-surface px-3 py-1 text-sm shadow-float';
/** A chip in a panel over the map. */
const STEP = 'px-3! text-sm md:pointer-fine:min-h-9';

interface DrawButtonsProps {
  drawing: Drawing;
  hasAreas: boolean;
}

/** The tools for drawing, each with a button, so that no precise pointing is needed (WCAG 2.5.7). */
export function DrawPanel({ drawing, hasAreas }: DrawButtonsProps) {
  const { t } = useWords();
  const { areas, corners } = drawing;
  const isReady = areas.length > 0 || corners.length >= 3;
  return (
    <fieldset className="w-full max-w-100 space-y-3 rounded-card bg-surface p-4 shadow-float">
      <legend className="sr-only">{t('map.draw')}</legend>
      <p className="text-sm" role="status">
        {corners.length > 0
          ? t('map.draw_corners', { count: corners.length })
          : t(areas.length > 0 ? 'map.draw_more' : 'map.draw_how')}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="chip" className={STEP} onClick={drawing.addCorner}>
          {t('map.draw_corner')}
        </Button>
        {corners.length >= 3 ? (
          <Button variant="chip" className={STEP} onClick={drawing.closeArea}>
            {t('map.draw_close')}
          </Button>
        ) : null}
        {corners.length > 0 ? (
          <Button variant="chip" className={STEP} onClick={drawing.undo}>
            {t('map.draw_undo')}
          </Button>
        ) : null}
        {areas.map((area, index) => (
          <Button
            variant="chip"
            className={STEP}
            // biome-ignore lint/suspicious/noArrayIndexKey: an area has no key but its number.
            key={index}
            onClick={() => drawing.removeArea(index)}
          >
            {t('map.draw_remove', { number: index + 1, corners: area.length })}
            <CloseIcon size={14} />
          </Button>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="float-primary" disabled={!isReady && !hasAreas} onClick={drawing.search}>
          {isReady || !hasAreas
            ? t('map.draw_search', { count: Math.max(1, areas.length) })
            : t('map.area_remove')}
        </Button>
        <Button variant="float" onClick={drawing.cancel}>
          {t('map.draw_cancel')}
        </Button>
      </div>
    </fieldset>
  );
}

/** The tools of the map in a row; on a phone behind one button. */
export function MapTools({ onOpen, children }: { onOpen: () => void; children: ReactNode }) {
  const { t } = useWords();
  const { isOpen, setOpen, box, id, toggle } = useDropdown();
  return (
    <div ref={box} className="contents">
      <Button
        {...toggle}
        variant="float"
        className="md:hidden"
        aria-controls={id}
        onClick={() => {
          if (!isOpen) onOpen();
          setOpen(!isOpen);
        }}
      >
        <LayersIcon size={16} />
        {t('map.tools')}
      </Button>
      {/* What hangs from one of them needs the room of the others. */}
      <div
        id={id}
        className={`md:contents max-md:has-[fieldset]:[&>button]:hidden ${
          isOpen ? 'flex w-full flex-wrap gap-2' : 'max-md:hidden'
        }`}
      >
        {children}
      </div>
    </div>
  );
}

/** Buttons that start drawing or choosing a radius. */
export function AreaButtons({
  hasAreas,
  hasCircle,
  onDraw,
  onCircle,
}: {
  hasAreas: boolean;
  hasCircle: boolean;
  onDraw: () => void;
  onCircle: () => void;
}) {
  const { t } = useWords();
  return (
    <>
      {hasCircle ? null : (
        <Button variant="float" onClick={onDraw}>
          <PencilIcon size={16} />
          {t(hasAreas ? 'map.edit' : 'map.draw')}
        </Button>
      )}
      {hasAreas ? null : (
        <Button variant="float" onClick={onCircle}>
          <RadiusIcon size={16} />
          {t('map.radius')}
        </Button>
      )}
    </>
  );
}

/** A circle around a point: press the map, or use its center or the visitor's position. */
export function RadiusPanel({
  meters,
  isPlaced,
  onChange,
  onMiddle,
  onHere,
  onDone,
}: {
  meters: number;
  isPlaced: boolean;
  onChange: (meters: number) => void;
  onMiddle: () => void;
  /** False if the position is not available. */
  onHere: () => Promise<boolean>;
  onDone: () => void;
}) {
  const words = useWords();
  const { t, locale } = words;
  const [isLost, setLost] = useState(false);
  const choices = [...new Set([...RADII[locale], meters])].sort((a, b) => a - b);
  return (
    <fieldset className="w-full max-w-100 space-y-3 rounded-card bg-surface p-4 shadow-float">
      <legend className="sr-only">{t('map.radius')}</legend>
      <p className="text-sm" role="status">
        {t(isLost ? 'map.here_unknown' : isPlaced ? 'map.radius_placed' : 'map.radius_how')}
      </p>
      <label className="flex items-center gap-3 text-sm">
        <span className="shrink-0">{t('map.radius_label')}</span>
        <select
          className="h-11 grow rounded-field border border-line-strong bg-surface px-2"
          value={meters}
          onChange={(event) => onChange(Number(event.target.value))}
        >
          <Options values={choices} format={(one) => distanceText(one, words)} />
        </select>
      </label>
      <div className="flex flex-wrap gap-2">
        <Button variant="chip" className={STEP} onClick={onMiddle}>
          {t('map.radius_middle')}
        </Button>
        <Button
          variant="chip"
          className={STEP}
          onClick={async () => {
            setLost(false);
            setLost(!(await onHere()));
          }}
        >
          {t('map.radius_here')}
        </Button>
      </div>
      <Button variant="float-primary" onClick={onDone}>
        {t('filter.done')}
      </Button>
    </fieldset>
  );
}

export const defaultRadius = (locale: 'en' | 'ko') => RADII[locale][2] ?? 3_000;
