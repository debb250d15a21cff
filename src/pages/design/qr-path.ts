import { encodeQR } from 'qr';

/** Light modules around the code, as ISO/IEC 18004 requires. */
const QUIET_ZONE = 4;

/** A QR code as a square of modules, and its dark modules as one SVG path. */
export interface QrPath {
  readonly size: number;
  readonly path: string;
}

/** Encodes a text as a QR code. */
export function qrPathOf(text: string): QrPath {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  return { size: rows.length, path: rows.map(boxesOf).join('') };
}

/** Each run of dark modules in a row is one box. */
function boxesOf(row: readonly boolean[], y: number): string {
  let boxes = '';
  let x = 0;
  while (x < row.length) {
    let end = x;
    while (row[end] === true) end += 1;
    if (end > x) boxes += `M${x} ${y}h${end - x}v1H${x}z`;
    x = Math.max(end, x) + 1;
  }
  return boxes;
}
