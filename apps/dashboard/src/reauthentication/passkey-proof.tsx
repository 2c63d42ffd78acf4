'use client';

import { startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { ActionForm } from '#forms/action-form.tsx';
import { FailedAction } from '#trpc/action-result.ts';
import { describePasskeyError } from '#webauthn/describe-passkey-error.ts';
import { usePasskeySupport } from '#webauthn/use-passkey-support.ts';
import { beginPasskeyProof, confirmIdentity } from './actions.ts';

/** Proves with a passkey who is at the browser, if the browser supports it. */
export function PasskeyProof({ onProved }: { readonly onProved: () => void }) {
  const t = useTranslations('reauthentication');
  const passkeys = useTranslations('passkeys');
  const isSupported = usePasskeySupport();
  useEffect(() => () => WebAuthnAbortService.cancelCeremony(), []);

  async function prove() {
    const begun = await beginPasskeyProof();
    if (begun.status === 'failed') throw new FailedAction(begun);
    const { options: optionsJSON } = begun;
    const response = await startAuthentication({ optionsJSON }).catch((error: unknown) => {
      const message = describePasskeyError(passkeys, error, t('passkeyUnused'));
      throw new FailedAction({ message, requestId: null, field: null });
    });
    const form = new FormData();
    form.set('passkey', JSON.stringify(response));
    const result = await confirmIdentity(form);
    if (result.status === 'failed') throw new FailedAction(result);
    return {};
  }

  if (!isSupported) return null;
  return (
    <ActionForm
      action={prove}
      hideSuccess
      isInDialog
      layout="column"
      onSuccess={onProved}
      submit={t('passkey')}
    />
  );
}
