/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { LruCache } from '../../domain/core/lru-cache.js';
import { qrPathOf, type QrPath } from '../design/qr-path.js';

/** At most this many codes are kept. Each takes some kilobytes. */
const DRAWN_MAX = 500;
/** The latest codes. A loaded page opens its stream at once, and the stream needs the same code again. */
const drawn = new LruCache<string, QrPath>(DRAWN_MAX);

/** Draws a text as a QR code, dark on white in both themes: many scanners can't read an inverted code. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }): VNode {
  const { size, path } = drawn.getOrMake(text, () => qrPathOf(text));
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
