import { encodeQR } from 'qr';
import { useMemo } from 'react';

/** Light modules around the code, which ISO/IEC 18004 asks for. */
const QUIET_ZONE = 4;

/** A text as a QR code: dark on white in both themes, because many scanners do not read the reverse. */
export function TextAsCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => {
    const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
    const boxes = rows.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
    );
    return { size: rows.length, path: boxes.join('') };
  }, [text]);
  return (
    <svg
      className="code-square"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#0b0d12" />
    </svg>
  );
}
