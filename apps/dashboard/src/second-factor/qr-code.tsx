import { encode } from 'uqr';
import styles from './second-factor.module.css';

/** A QR code as inline SVG, so that no other site and no file receives its text. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg aria-label={label} className={styles.qrCode} role="img" viewBox={`0 0 ${size} ${size}`}>
      <rect fill="#fff" height={size} width={size} />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
