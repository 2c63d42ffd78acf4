'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { useUnsavedContent } from '#components/unsaved-changes.ts';
import styles from './new-secret.module.css';

interface NewSecretProps {
  readonly noun: 'key' | 'secret';
  readonly value: string;
  readonly onHide: () => void;
}

/** Shows a new secret until the person has saved it, and asks before the page is left without that. */
export function NewSecret({ noun, value, onHide }: NewSecretProps) {
  const t = useTranslations('forms.newSecret');
  const container = useRef<HTMLElement>(null);
  const [message, setMessage] = useState('');

  useEffect(() => container.current?.focus(), []);
  useUnsavedContent(container, t(`leave.${noun}`));

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setMessage(t('copied'));
    } catch {
      setMessage(t(`blocked.${noun}`));
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
        {t.rich(`notice.${noun}`, { strong: (text) => <strong>{text}</strong> })}
      </p>
      <code className={styles.value}>{value}</code>
      <div className={styles.buttons}>
        <button className="button" data-kind="primary" onClick={copy} type="button">
          {t(`copy.${noun}`)}
        </button>
        <button className="button" onClick={onHide} type="button">
          {t('saved')}
        </button>
      </div>
      <p className="small" role="status">
        {message}
      </p>
    </section>
  );
}
