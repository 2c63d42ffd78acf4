'use client';

import { useTransition } from 'react';
import { failureDigest } from '#failure-digest.ts';
import { MessagePage } from './message-page.tsx';

interface FailureProps {
  readonly error: unknown;
  readonly retry: () => void;
  readonly standalone?: boolean;
}

const internalError = {
  title: 'This page failed',
  text: 'An internal error occurred while this page was rendered. Nothing was changed. Try again. If it fails again, contact support with the request id.',
};

const knownFailures: Partial<Record<string, typeof internalError>> = {
  service_unavailable: {
    title: 'The data cannot be read at the moment',
    text: 'The database does not respond. Payments in progress do not depend on this page. Try again in a moment.',
  },
  invalid_request: {
    title: 'This address is not valid',
    text: 'It points to a page of a list that does not exist. Open the first page of the list instead.',
  },
};

/** Explains that a page could not be rendered, and offers to try again. */
export function Failure({ error, retry, standalone = false }: FailureProps) {
  const [retrying, startRetry] = useTransition();
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : undefined;
  const failure = failureDigest.read(digest);
  const { title, text } = knownFailures[failure?.code ?? ''] ?? internalError;
  return (
    <MessagePage standalone={standalone} title={title}>
      <p role="alert">{text}</p>
      <button
        aria-disabled={retrying}
        className="button"
        onClick={() => startRetry(() => retry())}
        type="button"
      >
        {retrying ? 'Trying…' : 'Try again'}
      </button>
      {(failure || digest) && (
        <p className="small">
          <code>{failure ? `${failure.code} · ${failure.requestId}` : `reference ${digest}`}</code>
        </p>
      )}
    </MessagePage>
  );
}
