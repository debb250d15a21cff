import { qrPathOf } from '../../design/qr-path.js';

/** Draws a text as a QR code, dark on white in both themes: many scanners can't read an inverted code. */
export default function LinkCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = qrPathOf(text);
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} className="light" />
      <path d={path} className="dark" />
    </svg>
  );
}
