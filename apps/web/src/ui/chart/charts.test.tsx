import { CATALOGUES, compileMessages } from '@maru/words/server';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createWords, WordsProvider } from '../../i18n/words.tsx';
import { BarChart } from './bar-chart.tsx';
import { ChartFigure } from './chart-figure.tsx';
import { ColumnChart } from './column-chart.tsx';
import { RangeStrip } from './range-strip.tsx';
import { TimeChart } from './time-chart.tsx';

const render = (element: ReactNode) =>
  renderToString(
    <WordsProvider words={createWords('ko', compileMessages(CATALOGUES.ko), 'v')}>{element}</WordsProvider>,
  ).replaceAll('<!-- -->', '');

const month = (index: number) => Date.UTC(2026, index, 1);

test('a chart is there without script: message, drawing, labels and a table of its numbers', () => {
  const html = render(
    <ChartFigure
      message="가격이 올랐어요"
      note="출처: 마루"
      numbers={{
        caption: '월별 가격',
        columns: [{ label: '달' }, { label: '가격', numeric: true }],
        rows: [{ key: '1', cells: ['1월', '$800,000'] }],
      }}
    >
      <TimeChart
        series={[
          {
            key: 'house',
            label: '단독주택 $90만',
            points: [
              { at: month(0), value: 800_000 },
              { at: month(1), value: 850_000 },
              { at: month(2), value: 900_000 },
            ],
          },
        ]}
        formatValue={(value) => `$${value / 10_000}만`}
        formatTime={(at) => new Date(at).toISOString().slice(0, 7)}
      />
    </ChartFigure>,
  );
  expect(html).toContain('<figcaption');
  expect(html).toContain('단독주택 $90만');
  expect(html).toContain('숫자로 보기');
  expect(html).toMatch(/<th scope="row"[^>]*>1월/);
  expect(html).toContain('d="M0 100L52.54 50L100 0"');
  expect(html).toContain('2026-01');
  expect(html).toContain('2026-03');
});

test('a step holds its value until the next one, and what is not known is a gap', () => {
  const html = render(
    <TimeChart
      series={[
        {
          key: 'a',
          label: 'a',
          shape: 'step',
          points: [
            { at: 0, value: 10 },
            { at: 50, value: 20 },
            { at: 75, value: null },
            { at: 80, value: 10 },
            { at: 100, value: 10 },
          ],
        },
      ]}
      formatValue={String}
      formatTime={String}
    />,
  );
  expect(html).toContain('d="M0 100H50V0M80 100H100V100"');
});

test('bars say their numbers, and say so where a number is not known', () => {
  const html = render(
    <BarChart
      bars={[
        { key: 'a', label: '단독주택', value: 200, text: '$200' },
        { key: 'b', label: '콘도', value: null, text: '미기재' },
      ]}
    />,
  );
  expect(html).toContain('미기재');
  expect(html).toContain('width:72%');
});

test('no number and one number can be drawn', () => {
  for (const values of [[], [7]]) {
    const html = render(
      <>
        <TimeChart
          series={[{ key: 'a', label: 'a', points: values.map((value) => ({ at: 1, value })) }]}
          formatValue={String}
          formatTime={String}
        />
        <ColumnChart
          columns={values.map((value) => ({ key: String(value), label: 'a', values: [value, null] }))}
          parts={[{ label: 'x' }, { label: 'y' }]}
          formatValue={String}
        />
        <RangeStrip points={values} marks={[]} />
      </>,
    );
    expect(html).not.toMatch(/NaN|Infinity|undefined/);
  }
});
