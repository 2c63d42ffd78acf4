'use client';

import { useEffect, useRef, useState } from 'react';
import styles from './new-secret.module.css';

interface NewSecretProps {
  /** What the secret is, for example "key". */
  readonly noun: string;
  readonly value: string;
  readonly onHide: () => void;
}

/** Shows a new secret until the person has saved it. */
export function NewSecret({ noun, value, onHide }: NewSecretProps) {
  const container = useRef<HTMLElement>(null);
  const [message, setMessage] = useState('');

  useEffect(() => container.current?.focus(), []);

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setMessage('Copied.');
    } catch {
      setMessage(`The browser blocked copying. Select the ${noun} and copy it yourself.`);
    }
  }

  return (
    <section
      aria-labelledby="new-secret"
      className={styles.container}
      ref={container}
      tabIndex={-1}
    >
      <p id="new-secret">
        <strong>Copy the new {noun} now.</strong> It is not shown again.
      </p>
      <code className={styles.value}>{value}</code>
      <div className={styles.buttons}>
        <button className="button" data-kind="primary" onClick={copy} type="button">
          Copy {noun}
        </button>
        <button className="button" onClick={onHide} type="button">
          I have saved it
        </button>
      </div>
      <p className="small" role="status">
        {message}
      </p>
    </section>
  );
}
