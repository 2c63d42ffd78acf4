import type { ReactNode } from 'react';
import type { StatusLabel, Tone } from '../status.ts';
import styles from './status-badge.module.css';

/** One shape per tone, so that no tone is distinguished by color alone. */
const shapes: Record<Tone, ReactNode> = {
  success: (
    <>
      <circle cx="6" cy="6" r="6" fill="currentColor" />
      <path d="M3.2 6.2 5.2 8.2 8.9 4.2" fill="none" stroke="var(--raised)" strokeWidth="1.5" />
    </>
  ),
  pending: <circle cx="6" cy="6" r="4.75" fill="none" stroke="currentColor" strokeWidth="1.75" />,
  critical: <path d="M6 .4 12 11.2H0Z" fill="currentColor" />,
  neutral: <path d="M1 6h10" stroke="currentColor" strokeWidth="2" />,
  progress: (
    <path
      d="M1 1.2 6 6 1 10.8M6 1.2 11 6 6 10.8"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
    />
  ),
};

/** The icon of a tone, for use next to a text. */
export function ToneIcon({ tone }: { readonly tone: Tone }) {
  return (
    <svg
      aria-hidden="true"
      className={styles.icon}
      data-tone={tone}
      height="12"
      viewBox="0 0 12 12"
      width="12"
    >
      {shapes[tone]}
    </svg>
  );
}

/** A status with its icon and label in the color of its tone. */
export function StatusBadge({ status }: { readonly status: StatusLabel }) {
  return (
    <span className={styles.badge} data-tone={status.tone} title={status.explanation}>
      <ToneIcon tone={status.tone} />
      {status.label}
    </span>
  );
}
