/** A colour in OKLCH (https://www.w3.org/TR/css-color-4/#ok-lab): lightness 0..1, chroma, hue in degrees. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number];

/** A colour on light and on dark ground. */
export interface Themed {
  readonly light: Oklch;
  readonly dark: Oklch;
}

const INK_HUE = 262;

/** The colours of all pages. Each pair in {@link READABLE_PAIRS} is held to its contrast by a test. */
export const COLOURS = {
  background: { light: [0.982, 0.003, INK_HUE], dark: [0.17, 0.012, INK_HUE] },
  raised: { light: [1, 0, INK_HUE], dark: [0.215, 0.014, INK_HUE] },
  sunken: { light: [0.962, 0.005, INK_HUE], dark: [0.26, 0.016, INK_HUE] },
  line: { light: [0.905, 0.008, INK_HUE], dark: [0.31, 0.016, INK_HUE] },
  /** The outline of a control, which has to be seen (WCAG 2.2, 1.4.11). */
  edge: { light: [0.64, 0.018, INK_HUE], dark: [0.56, 0.02, INK_HUE] },
  text: { light: [0.23, 0.025, INK_HUE], dark: [0.955, 0.006, INK_HUE] },
  muted: { light: [0.48, 0.02, INK_HUE], dark: [0.75, 0.014, INK_HUE] },
  accent: { light: [0.46, 0.17, 264], dark: [0.78, 0.11, 264] },
  onAccent: { light: [1, 0, 0], dark: [0.18, 0.03, 264] },
  seen: { light: [0.46, 0.14, 250], dark: [0.8, 0.1, 245] },
  seenGround: { light: [0.962, 0.018, 250], dark: [0.27, 0.05, 250] },
  done: { light: [0.45, 0.11, 155], dark: [0.82, 0.14, 158] },
  doneGround: { light: [0.965, 0.025, 158], dark: [0.265, 0.045, 160] },
  attention: { light: [0.47, 0.1, 65], dark: [0.85, 0.12, 80] },
  attentionGround: { light: [0.97, 0.03, 85], dark: [0.275, 0.045, 75] },
  failed: { light: [0.49, 0.18, 27], dark: [0.8, 0.1, 25] },
  failedGround: { light: [0.968, 0.016, 25], dark: [0.27, 0.055, 25] },
  held: { light: [0.47, 0.15, 300], dark: [0.82, 0.09, 303] },
  heldGround: { light: [0.967, 0.017, 303], dark: [0.275, 0.055, 300] },
} as const satisfies Record<string, Themed>;
export type ColourName = keyof typeof COLOURS;

/** Text needs 4.5 : 1 on its ground (WCAG 2.2, 1.4.3). */
export const TEXT_CONTRAST = 4.5;
/** An outline or an icon needs 3 : 1 beside its ground (WCAG 2.2, 1.4.11). */
export const OUTLINE_CONTRAST = 3;

/** Each pair of a colour and its background, with the contrast that they need. */
export const READABLE_PAIRS: readonly (readonly [front: ColourName, ground: ColourName, least: number])[] = [
  ...(['background', 'raised', 'sunken'] as const).flatMap((ground) => [
    ['text', ground, TEXT_CONTRAST] as const,
    ['muted', ground, TEXT_CONTRAST] as const,
    ['accent', ground, TEXT_CONTRAST] as const,
  ]),
  ['edge', 'background', OUTLINE_CONTRAST],
  ['edge', 'raised', OUTLINE_CONTRAST],
  ['onAccent', 'accent', TEXT_CONTRAST],
  ...(['seen', 'done', 'attention', 'failed', 'held'] as const).flatMap((status) => [
    [status, `${status}Ground`, TEXT_CONTRAST] as const,
    [status, 'raised', TEXT_CONTRAST] as const,
    [status, 'background', TEXT_CONTRAST] as const,
    ['text', `${status}Ground`, TEXT_CONTRAST] as const,
    ['muted', `${status}Ground`, TEXT_CONTRAST] as const,
  ]),
];

/** The type sizes in px, by their use. */
const TYPE = {
  tiny: 12,
  small: 13,
  body: 14,
  large: 16,
  title: 20,
  heading: 24,
  figure: 32,
  hero: 40,
} as const;
/** Space in px, on a grid of 4 px. */
const SPACE = { 1: 4, 2: 8, 3: 12, 4: 16, 5: 20, 6: 24, 8: 32, 12: 48 } as const;

/** Writes a colour as CSS. */
export function oklchText([lightness, chroma, hue]: Oklch): string {
  return `oklch(${lightness} ${chroma} ${hue})`;
}

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function coloursOf(theme: keyof Themed): string {
  return Object.entries(COLOURS)
    .map(([name, colour]) => `--${kebab(name)}:${oklchText(colour[theme])}`)
    .join(';');
}

/** Returns the tokens as CSS custom properties of the root. They follow the light or dark setting of the reader's system. */
export function tokensCss(): string {
  const sizes = [
    ...Object.entries(TYPE).map(([name, px]) => `--type-${name}:${px / 16}rem`),
    ...Object.entries(SPACE).map(([step, px]) => `--space-${step}:${px / 16}rem`),
  ].join(';');
  return (
    `:root{color-scheme:light dark;--radius-box:8px;--radius-control:6px;${sizes};${coloursOf('light')}}` +
    `@media (prefers-color-scheme:dark){:root{${coloursOf('dark')}}}`
  );
}
