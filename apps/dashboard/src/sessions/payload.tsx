'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { RawText } from '#details/detail-page.tsx';

interface WithPayloadProps {
  /** What happened, in one line. */
  readonly line: ReactNode;
  /** More about it. */
  readonly note?: ReactNode;
  /** Mounted when a person opens it. */
  readonly payload: ReactNode;
}

/** An item of the timeline with a payload that can be opened below it. */
export function WithPayload({ line, note, payload }: WithPayloadProps) {
  const t = useTranslations('sessionTimeline');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div>
      <p>
        {line}{' '}
        <button
          aria-expanded={isOpen}
          className="button"
          data-kind="link"
          onClick={() => setIsOpen(!isOpen)}
          type="button"
        >
          {t('payload')}
        </button>
      </p>
      {note}
      {isOpen && payload}
    </div>
  );
}

interface LoadedPayloadProps {
  /** The name of the payload for screen readers. */
  readonly label: string;
  readonly query: {
    readonly data: unknown;
    readonly error: { readonly message: string } | null;
    readonly refetch: () => unknown;
  };
}

/** A payload as JSON, or why it cannot be shown. */
export function LoadedPayload({ label, query }: LoadedPayloadProps) {
  const t = useTranslations('sessionTimeline');
  if (query.data !== undefined) {
    return <RawText label={label} text={JSON.stringify(query.data, null, 2)} />;
  }
  if (query.error === null) return <p className="muted">{t('loading')}</p>;
  return (
    <p role="alert">
      <span lang="en">{query.error.message}</span>{' '}
      <button className="button" onClick={() => query.refetch()} type="button">
        {t('retry')}
      </button>
    </p>
  );
}
