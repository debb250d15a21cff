/** What a browser's name for itself has in it, the more special ones first. */
const BROWSERS: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Says in words which browser it is, by what it says of itself. */
export function browserWords(userAgent: string | null): string {
  if (userAgent === null) return 'Unknown browser';
  const find = (of: typeof BROWSERS): string | undefined =>
    of.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  if (browser === undefined && system === undefined) return userAgent.slice(0, 40);
  return [browser ?? 'Browser', system].filter((words) => words !== undefined).join(' on ');
}
