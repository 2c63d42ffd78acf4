'use client';

import { Timestamp } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { signatureHref } from '#addresses/webhook-endpoints.ts';
import { Link } from '#components/link.tsx';
import { ConfirmDialog } from '#forms/confirm-dialog.tsx';
import { NewSecret } from '#forms/new-secret.tsx';
import { OverlapOptions, useReadOverlap } from '#forms/overlap-options.tsx';
import { usePermission } from '#person/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import styles from './endpoint-page.module.css';
import type { Endpoint } from './endpoint-types.ts';

/** For an immediate end the previous secret is revoked. If that fails, it expires after this time. */
const REVOCATION_GRACE_MS = 600_000;

/** The signing secret of an endpoint. It can only be shown once, right after it was created. */
export function SigningSecret({ endpoint }: { readonly endpoint: Endpoint }) {
  const t = useTranslations('webhookEndpoints');
  const canIntegrate = usePermission('integrate');
  const { id, previous_signing_secret_expires_at: previousExpiresAt } = endpoint;
  const [secret, setSecret] = useState<string | null>(null);
  /** Until when the previous secret signs, if its revocation failed. */
  const [unrevokedUntil, setUnrevokedUntil] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const changeable = canIntegrate && endpoint.status !== 'archived';

  function hideSecret() {
    setSecret(null);
    heading.current?.focus();
  }

  return (
    <section aria-labelledby="signing-secret" className={`card ${styles.secretCard}`}>
      <h2 id="signing-secret" ref={heading} tabIndex={-1}>
        {t('secret.title')}
      </h2>
      {secret === null ? (
        <p className="muted">{t('secret.lead')}</p>
      ) : (
        <NewSecret noun="secret" onHide={hideSecret} value={secret} />
      )}
      {unrevokedUntil && (
        <p role="alert">
          {t.rich('secret.notRevoked', {
            strong: (chunks) => <strong>{chunks}</strong>,
            at: () => <Timestamp at={unrevokedUntil} form="clock" />,
          })}
        </p>
      )}
      {previousExpiresAt && !unrevokedUntil && (
        <p>
          {t.rich('secret.previous', {
            at: () => <Timestamp at={previousExpiresAt} form="clock" />,
          })}
        </p>
      )}
      {changeable && (
        <div className={styles.secretButtons}>
          {secret === null && (
            <RotateSecret
              hasPrevious={previousExpiresAt !== null}
              id={id}
              onRevocation={setUnrevokedUntil}
              onRotated={setSecret}
            />
          )}
          {(previousExpiresAt || unrevokedUntil) && (
            <RevokePreviousSecret id={id} onRevoked={() => setUnrevokedUntil(null)} />
          )}
        </div>
      )}
      {canIntegrate && (
        <p>
          {t.rich('secret.checkSignature', {
            link: (chunks) => <Link href={signatureHref(id)}>{chunks}</Link>,
          })}
        </p>
      )}
    </section>
  );
}

interface RotateSecretProps {
  readonly id: string;
  /** Whether a previous secret still signs. */
  readonly hasPrevious: boolean;
  readonly onRotated: (secret: string) => void;
  /** @param unrevokedUntil until when the previous secret signs if its revocation failed, or null */
  readonly onRevocation: (unrevokedUntil: string | null) => void;
}

function RotateSecret({ id, hasPrevious, onRotated, onRevocation }: RotateSecretProps) {
  const t = useTranslations('webhookEndpoints');
  // The cache of mutations does not store the secret once this form is gone.
  const rotateSecret = trpc.webhookEndpoints.rotateSecret.useMutation({ gcTime: 0 });
  const revokePrevious = trpc.webhookEndpoints.revokePreviousSecret.useMutation();

  const readOverlap = useReadOverlap('secret');

  async function rotate(form: FormData) {
    const seconds = readOverlap(form);
    const overlapMs = seconds * 1_000 || REVOCATION_GRACE_MS;
    const expiresAt = new Date(Date.now() + overlapMs).toISOString();
    const { signing_secret: secret } = await rotateSecret.mutateAsync({
      webhook_endpoint_id: id,
      previous_signing_secret_expires_at: expiresAt,
    });
    // The new secret exists and has to be shown, whether or not the previous one can be revoked.
    onRotated(secret);
    if (seconds > 0) onRevocation(null);
    else
      await revokePrevious.mutateAsync({ webhook_endpoint_id: id }).then(
        () => onRevocation(null),
        () => onRevocation(expiresAt),
      );
  }

  return (
    <ConfirmDialog
      mutate={rotate}
      kind="primary"
      submit={t('rotate.submit')}
      title={t('rotate.title')}
      trigger={t('rotate.trigger')}
    >
      <OverlapOptions noun="secret" />
      {hasPrevious && <p>{t('rotate.previous')}</p>}
    </ConfirmDialog>
  );
}

interface RevokePreviousSecretProps {
  readonly id: string;
  readonly onRevoked: () => void;
}

function RevokePreviousSecret({ id, onRevoked }: RevokePreviousSecretProps) {
  const t = useTranslations('webhookEndpoints');
  const { mutateAsync } = trpc.webhookEndpoints.revokePreviousSecret.useMutation();

  return (
    <ConfirmDialog
      mutate={() => mutateAsync({ webhook_endpoint_id: id }).then(onRevoked)}
      done={t('revoke.done')}
      kind="danger"
      submit={t('revoke.submit')}
      title={t('revoke.title')}
      trigger={t('revoke.trigger')}
    >
      <p>{t('revoke.text')}</p>
    </ConfirmDialog>
  );
}
