/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';

/** The paths of each icon, on a square of 24: Lucide (https://lucide.dev, ISC licence). */
const PATHS = {
  check: ['M20 6 9 17l-5-5'],
  circleCheck: ['M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20', 'm9 12 2 2 4-4'],
  copy: [
    'M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V10a2 2 0 0 1 2-2',
    'M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2',
  ],
  clock: ['M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20', 'M12 6v6l4 2'],
  alert: [
    'm21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3',
    'M12 9v4',
    'M12 17h.01',
  ],
  cross: ['M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20', 'm15 9-6 6', 'm9 9 6 6'],
  info: ['M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20', 'M12 16v-4', 'M12 8h.01'],
  pause: ['M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20', 'M10 15V9', 'M14 15V9'],
  wallet: [
    'M19 7V4a1 1 0 0 0-1-1H5a2 2 0 0 0 0 4h15a1 1 0 0 1 1 1v4h-3a2 2 0 0 0 0 4h3a1 1 0 0 0 1-1v-2a1 1 0 0 0-1-1',
    'M3 5v14a2 2 0 0 0 2 2h15a1 1 0 0 0 1-1v-4',
  ],
  external: ['M15 3h6v6', 'M10 14 21 3', 'M18 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6'],
  chevron: ['m6 9 6 6 6-6'],
  forward: ['m9 18 6-6-6-6'],
  receipt: [
    'M4 2v20l2-1 2 1 2-1 2 1 2-1 2 1 2-1 2 1V2l-2 1-2-1-2 1-2-1-2 1-2-1-2 1Z',
    'M8 8h8',
    'M8 12h8',
    'M8 16h5',
  ],
} as const;
export type IconName = keyof typeof PATHS;

/** Each icon as HTML, drawn once: a page has many, and there may be thousands of pages at a time. */
const DRAWN: ReadonlyMap<string, string> = new Map(
  Object.entries(PATHS).map(([name, paths]) => [
    name,
    render(
      <>
        {paths.map((d) => (
          <path key={d} d={d} />
        ))}
      </>,
    ),
  ]),
);

/** An icon beside words that say the same. Screen readers skip it. `size` is in px. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: 16 | 20 }): VNode {
  return (
    <svg
      class="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
      dangerouslySetInnerHTML={{ __html: DRAWN.get(name) ?? '' }}
    />
  );
}
