'use client';

import type { WebhookEndpoint } from '@parley/contract';
import { Timestamp } from '@parley/ui/components';
import { useRef, useState } from 'react';
import { Confirm } from '../form/confirm.tsx';
import { NewSecret } from './new-secret.tsx';
import { Overlap } from './overlap.tsx';
import styles from './secret.module.css';
import { revokePreviousSecret, rotateSecret } from './secret-actions.ts';

interface SecretProps {
  readonly endpoint: WebhookEndpoint;
  readonly mayChange: boolean;
}

/** The signing secret: it is never shown, but for a new one at the moment it is made. */
export function Secret({ endpoint, mayChange }: SecretProps) {
  const { id, previous_signing_secret_expires_at: previous } = endpoint;
  const [secret, setSecret] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const changeable = mayChange && endpoint.status !== 'archived';

  async function rotate(form: FormData) {
    const answer = await rotateSecret(form);
    if (answer.kind === 'refused') return answer;
    setSecret(answer.secret);
    return { kind: 'done', message: '' } as const;
  }

  function forget() {
    setSecret(null);
    heading.current?.focus();
  }

  return (
    <section aria-labelledby="signing-secret" className={`card ${styles.place}`}>
      <h2 id="signing-secret" ref={heading} tabIndex={-1}>
        Signing secret
      </h2>
      {secret === null ? (
        <p className="muted">
          Every request is signed with it. It is shown once, when it is made: to see one, make a new
          one.
        </p>
      ) : (
        <NewSecret onForget={forget} secret={secret} />
      )}
      {previous && (
        <p>
          The secret before signs too until <Timestamp at={previous} form="clock" />.
        </p>
      )}
      {changeable && (
        <div className={styles.buttons}>
          {secret === null && (
            <Confirm
              action={rotate}
              hidden={{ id }}
              kind="first"
              submit="Make a new secret"
              title="Make a new signing secret?"
              trigger="New secret"
            >
              <Overlap stillSigning={previous !== null} />
            </Confirm>
          )}
          {previous && (
            <Confirm
              action={revokePreviousSecret}
              hidden={{ id }}
              kind="danger"
              submit="Revoke it now"
              title="Revoke the secret before?"
              trigger="Revoke the one before"
            >
              <p>
                From now on only the newest secret signs. A server that still checks with the one
                before refuses what it is sent.
              </p>
            </Confirm>
          )}
        </div>
      )}
    </section>
  );
}
