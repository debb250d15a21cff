/** @jsxImportSource preact */
import { encodeQR } from 'qr';
import { LruCache } from '../../domain/core/lru-cache.js';
import type { VNode } from 'preact';

/** Light modules around the code, as ISO/IEC 18004 requires. */
const QUIET_ZONE = 4;

/** Returns the dark modules as one SVG path. Each run of dark modules in a row is one box. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  const boxes: string[] = [];
  rows.forEach((row, y) => {
    let x = 0;
    while (x < row.length) {
      let end = x;
      while (row[end] === true) end += 1;
      if (end > x) boxes.push(`M${x} ${y}h${end - x}v1H${x}z`);
      x = Math.max(end, x) + 1;
    }
  });
  return boxes.join('');
}

interface Drawn {
  readonly size: number;
  readonly path: string;
}

/** At most this many codes are kept. Each takes some kilobytes. */
const DRAWN_MAX = 500;
/** The latest codes. A loaded page opens its stream at once, and the stream needs the same code again. */
const drawn = new LruCache<string, Drawn>(DRAWN_MAX);

function draw(text: string): Drawn {
  return drawn.getOrMake(text, () => {
    const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
    return { size: rows.length, path: pathOf(rows) };
  });
}

/** Draws a text as a QR code, dark on white in both themes: many scanners can't read an inverted code. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }): VNode {
  const { size, path } = draw(text);
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#0b0d12" />
    </svg>
  );
}
