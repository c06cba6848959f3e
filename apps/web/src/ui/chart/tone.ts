/** The few inks of charts, from the tokens; never the only thing that tells two things apart. */
export const CHART_TONES = {
  primary: 'var(--primary)',
  strong: 'var(--text)',
  quiet: 'var(--line-strong)',
  soft: 'color-mix(in oklch, var(--primary) 35%, var(--surface))',
  cut: 'var(--cut)',
} as const;
export type ChartTone = keyof typeof CHART_TONES;
