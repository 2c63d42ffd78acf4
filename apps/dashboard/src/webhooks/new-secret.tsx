'use client';

import { useEffect, useRef, useState } from 'react';
import styles from './secret.module.css';

interface NewSecretProps {
  readonly secret: string;
  readonly onForget: () => void;
}

/** A secret that is shown this once. */
export function NewSecret({ secret, onForget }: NewSecretProps) {
  const place = useRef<HTMLElement>(null);
  const [told, setTold] = useState('');

  useEffect(() => place.current?.focus(), []);

  async function copy() {
    try {
      await navigator.clipboard.writeText(secret);
      setTold('Copied.');
    } catch {
      setTold('The browser does not allow copying: select it by hand.');
    }
  }

  return (
    <section aria-labelledby="new-secret" className={styles.fresh} ref={place} tabIndex={-1}>
      <p id="new-secret">
        <strong>Copy the new secret now.</strong> It is not shown again.
      </p>
      <code className={styles.secret}>{secret}</code>
      <div className={styles.buttons}>
        <button className="button" data-kind="first" onClick={copy} type="button">
          Copy secret
        </button>
        <button className="button" onClick={onForget} type="button">
          I have kept it
        </button>
      </div>
      <p className="small" role="status">
        {told}
      </p>
    </section>
  );
}
