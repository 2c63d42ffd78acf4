'use client';

import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useTransition } from 'react';
import { MessagePage } from '#components/message-page.tsx';
import { HelpLink } from '#details/help-link.tsx';
import { failureDigest } from '#failure-digest.ts';

interface FailureProps {
  readonly error: unknown;
  readonly retry: () => void;
  readonly standalone?: boolean;
}

const internalError = ['title', 'text'] as const;

const knownFailures = new Map([
  ['service_unavailable', ['unavailableTitle', 'unavailableText'] as const],
  ['invalid_request', ['invalidTitle', 'invalidText'] as const],
]);

/** Explains that a page could not be rendered. Offers to try again, or links to the first page of a list. */
export function Failure({ error, retry, standalone = false }: FailureProps) {
  const t = useTranslations('shell.failure');
  const [retrying, startRetry] = useTransition();
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : undefined;
  const failure = failureDigest.read(digest);
  const pathname = usePathname();
  const [title, text] = knownFailures.get(failure?.code ?? '') ?? internalError;
  return (
    <MessagePage standalone={standalone} title={t(title)}>
      <p role="alert">{t(text)}</p>
      {failure?.code === 'invalid_request' ? (
        <a className="button" href={pathname}>
          {t('firstPage')}
        </a>
      ) : (
        <button
          aria-disabled={retrying}
          className="button"
          onClick={() => startRetry(() => retry())}
          type="button"
        >
          {t(retrying ? 'retrying' : 'retry')}
        </button>
      )}
      {(failure || digest) && (
        <p className="small">
          <code>
            {failure
              ? `${failure.code} · ${failure.requestId}`
              : t('reference', { id: digest ?? '' })}
          </code>{' '}
          {failure && <HelpLink code={failure.code} />}
        </p>
      )}
    </MessagePage>
  );
}
