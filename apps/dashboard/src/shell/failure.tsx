'use client';

import { useTransition } from 'react';
import { failureDigest } from '../failure-digest.ts';
import { Notice } from './notice.tsx';

interface FailureProps {
  readonly error: unknown;
  readonly retry: () => void;
  readonly alone?: boolean;
}

const ours = {
  title: 'This page failed',
  text: 'Something failed on our side while this page was made. Nothing was changed. Try again; if it fails again, pass on the request id.',
};

const known: Partial<Record<string, typeof ours>> = {
  service_unavailable: {
    title: 'The data cannot be read just now',
    text: 'The database does not answer. Payments that are under way are not affected by this page. Try again in a moment.',
  },
  invalid_request: {
    title: 'This address leads nowhere',
    text: 'It asks for a page of a list that does not exist. Go to the list’s first page and start from there.',
  },
};

/** What a page says that could not be made. */
export function Failure({ error, retry, alone = false }: FailureProps) {
  const [retrying, startRetry] = useTransition();
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : undefined;
  const failure = failureDigest.read(digest);
  const { title, text } = known[failure?.code ?? ''] ?? ours;
  return (
    <Notice alone={alone} title={title}>
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
    </Notice>
  );
}
