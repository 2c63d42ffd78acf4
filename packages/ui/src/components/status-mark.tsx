import type { ReactNode } from 'react';
import type { StatusWord, Tone } from '../status.ts';
import styles from './status-mark.module.css';

/** A shape for each tone, so that none is told by its colour alone. */
const shapes: Record<Tone, ReactNode> = {
  settled: (
    <>
      <circle cx="6" cy="6" r="6" fill="currentColor" />
      <path d="M3.2 6.2 5.2 8.2 8.9 4.2" fill="none" stroke="var(--raised)" strokeWidth="1.5" />
    </>
  ),
  waiting: <circle cx="6" cy="6" r="4.75" fill="none" stroke="currentColor" strokeWidth="1.75" />,
  attention: <path d="M6 .4 12 11.2H0Z" fill="currentColor" />,
  quiet: <path d="M1 6h10" stroke="currentColor" strokeWidth="2" />,
  moving: (
    <path
      d="M1 1.2 6 6 1 10.8M6 1.2 11 6 6 10.8"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
    />
  ),
};

/** The shape of a tone alone, where the words stand beside it. */
export function ToneShape({ tone }: { readonly tone: Tone }) {
  return (
    <svg
      aria-hidden="true"
      className={styles.shape}
      data-tone={tone}
      height="12"
      viewBox="0 0 12 12"
      width="12"
    >
      {shapes[tone]}
    </svg>
  );
}

/** A status as its shape and word, in the colour of its tone. */
export function StatusMark({ status }: { readonly status: StatusWord }) {
  return (
    <span className={styles.mark} data-tone={status.tone} title={status.explanation}>
      <ToneShape tone={status.tone} />
      {status.word}
    </span>
  );
}
