/** Browsers by a part of their User-Agent. The order matters: Edge and Opera also name Chrome, and Chrome names Safari. */
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

/** Returns a browser and its system in words, by the User-Agent. */
export function browserWords(userAgent: string | null): string {
  if (userAgent === null) return 'Unknown browser';
  const find = (of: typeof BROWSERS): string | undefined =>
    of.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  if (browser === undefined && system === undefined) return userAgent.slice(0, 40);
  return [browser ?? 'Browser', system].filter((words) => words !== undefined).join(' on ');
}
