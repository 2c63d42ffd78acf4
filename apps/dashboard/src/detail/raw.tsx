import styles from './raw.module.css';

/** Text as it came or went, which may be long and wide. */
export function Raw({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section aria-label={label} className={styles.raw} tabIndex={0}>
      <pre>{text}</pre>
    </section>
  );
}
