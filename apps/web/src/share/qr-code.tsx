import { memo } from 'react';
import { encode } from 'uqr';

/** A longer link makes squares that a phone cannot tell apart at this size. */
export const LONGEST_IN_QR = 500;

/** A link as a picture for the camera of another phone; dark on white in both themes, since cameras want it so. */
export const QrCode = memo(function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'L', boostEcc: true, border: 4 });
  const path = data
    .map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join(''))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="block aspect-square w-full rounded-field bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
});
