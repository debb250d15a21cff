import { encodeQR } from 'qr';

/** Light modules around the code, as ISO/IEC 18004 requires. */
const QUIET_ZONE = 4;

/** Returns the dark modules as one SVG path. Each run of dark modules in a row is one box. */
function linesOf(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) =>
      row.map((isDark, x) => {
        if (!isDark || row[x - 1] === true) return '';
        const end = row.findIndex((next, at) => at > x && !next);
        return `M${x} ${y}H${end === -1 ? row.length : end}v1H${x}z`;
      }),
    )
    .join('');
}

/** Draws a text as a QR code, dark on white in both themes: many scanners can't read an inverted code. */
export default function LinkCode({ text, label }: { readonly text: string; readonly label: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  const size = rows.length;
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} className="light" />
      <path d={linesOf(rows)} className="dark" />
    </svg>
  );
}
