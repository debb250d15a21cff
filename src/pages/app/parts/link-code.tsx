import { encodeQR } from 'qr';

/** Light modules around the code, which ISO/IEC 18004 asks for. */
const QUIET_ZONE = 4;

/** Returns the dark modules as the lines of one path: each run of a row is one box. */
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

/** A text as a QR code: dark on white in both themes, because many scanners do not read the reverse. */
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
