/** Time zone of the market. */
export const CALIFORNIA = 'America/Los_Angeles';

export interface LocalTime {
  /** `YYYY-MM-DD`. */
  day: string;
  /** 0 … 23. */
  hour: number;
  /** `Mon` … `Sun`. */
  weekday: string;
}

/** Local time at `at` (ms UTC) in an IANA zone; unknown zones count as California. */
export function localTime(at: number, timeZone: string): LocalTime {
  const parts = Object.fromEntries(
    findClock(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return {
    day: `${parts.year}-${parts.month}-${parts.day}`,
    hour: Number(parts.hour),
    weekday: parts.weekday ?? '',
  };
}

/** `YYYY-MM-DD` in California. */
export function californiaDay(at: number): string {
  return localTime(at, CALIFORNIA).day;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function findClock(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    const options = {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      hourCycle: 'h23',
      weekday: 'short',
    } as const;
    try {
      clock = new Intl.DateTimeFormat('en-US', { ...options, timeZone });
    } catch {
      clock = new Intl.DateTimeFormat('en-US', { ...options, timeZone: CALIFORNIA });
    }
    clocks.set(timeZone, clock);
  }
  return clock;
}
