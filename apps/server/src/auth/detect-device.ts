/** Browser and system parsed from a user agent. */
export interface DeviceKind {
  browser: string | null;
  system: string | null;
  kind: 'desktop' | 'phone' | 'tablet' | 'unknown';
}

/** The first match counts: browsers also name those they descend from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/KAKAOTALK/i, 'KakaoTalk'],
  [/NAVER\(inapp/i, 'NAVER'],
  [/Instagram/i, 'Instagram'],
  [/FBAN|FBAV/i, 'Facebook'],
  [/\bLine\//i, 'LINE'],
  [/Whale\//i, 'Whale'],
  [/SamsungBrowser\//i, 'Samsung Internet'],
  [/Edg(?:e|A|iOS)?\//i, 'Edge'],
  [/OPR\/|Opera/i, 'Opera'],
  [/Firefox\/|FxiOS\//i, 'Firefox'],
  [/Chrome\/|CriOS\//i, 'Chrome'],
  [/Safari\//i, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string, DeviceKind['kind']])[] = [
  [/iPad/i, 'iPadOS', 'tablet'],
  [/iPhone|iPod/i, 'iOS', 'phone'],
  [/Android(?!.*Mobile)/i, 'Android', 'tablet'],
  [/Android/i, 'Android', 'phone'],
  [/CrOS/, 'ChromeOS', 'desktop'],
  [/Windows/i, 'Windows', 'desktop'],
  [/Macintosh|Mac OS X/i, 'macOS', 'desktop'],
  [/Linux|X11/i, 'Linux', 'desktop'],
];

/** Parses a user agent well enough to tell a person's devices apart; without versions. Never fails. */
export function detectDevice(userAgent: string): DeviceKind {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
  const [, system = null, kind = 'unknown'] = SYSTEMS.find(([pattern]) => pattern.test(userAgent)) ?? [];
  return { browser, system, kind };
}
