'use client';

import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import { useTranslations } from 'next-intl';
import { startTransition, useActionState, useEffect, useEffectEvent, useState } from 'react';
import { ResultMessage } from '#forms/action-form.tsx';
import formStyles from '#forms/forms.module.css';
import type { ActionResult } from '#trpc/action-result.ts';
import { describePasskeyError } from '#webauthn/describe-passkey-error.ts';
import { usePasskeySupport } from '#webauthn/use-passkey-support.ts';
import { beginPasskeySignIn, finishPasskeySignIn } from './passkey-actions.ts';

/** Milliseconds after which the browser gets a new challenge, before the former one expires. */
const CHALLENGE_RENEWAL_MS = 540_000;

interface PasskeySignInProps {
  /** The page to open after sign-in. */
  readonly to: string;
  /** Whether the browser also offers passkeys in the email field of the page. */
  readonly autofill?: boolean;
}

/** Signs a person in with a passkey, if the browser supports it. */
export function PasskeySignIn({ to, autofill = false }: PasskeySignInProps) {
  const t = useTranslations('signIn.passkey');
  const forms = useTranslations('forms');
  const passkeys = useTranslations('passkeys');
  const isSupported = usePasskeySupport();
  const [refusal, finish, isFinishing] = useActionState(finishPasskeySignIn, null);
  const [failure, setFailure] = useState<ActionResult | null>(null);
  const [isWaiting, setWaiting] = useState(false);

  /** Returns a failure; null if the response of the authenticator was sent, which can be refused. */
  async function signIn(useBrowserAutofill: boolean): Promise<ActionResult | null> {
    const begun = await beginPasskeySignIn();
    if (begun.status === 'failed') return begun;
    try {
      const optionsJSON = begun.options;
      const response = await startAuthentication({ optionsJSON, useBrowserAutofill });
      const form = new FormData();
      form.set('response', JSON.stringify(response));
      form.set('to', to);
      startTransition(() => finish(form));
      return null;
    } catch (error) {
      return failed(describePasskeyError(passkeys, error, t('unused')));
    }
  }

  /** Waits for a passkey that the person chooses in the email field. */
  const offer = useEffectEvent(async () => {
    if (await browserSupportsWebAuthnAutofill()) await signIn(true);
  });

  const isOffered = autofill && !isWaiting && !isFinishing;
  useEffect(() => {
    if (!isOffered) return;
    const start = () => void offer().catch(() => {});
    start();
    const timer = setInterval(start, CHALLENGE_RENEWAL_MS);
    return () => {
      clearInterval(timer);
      WebAuthnAbortService.cancelCeremony();
    };
  }, [isOffered]);

  async function handleClick() {
    if (isWaiting || isFinishing) return;
    setWaiting(true);
    setFailure(null);
    setFailure(await signIn(false).catch(() => failed(forms('noResponse'))));
    setWaiting(false);
  }

  if (isSupported === false) return null;
  const isPending = isWaiting || isFinishing;
  return (
    <div className={formStyles.form} data-layout="column">
      <button
        aria-disabled={isPending || isSupported === null}
        className="button"
        onClick={handleClick}
        type="button"
      >
        {t('submit')}
      </button>
      <ResultMessage result={isPending ? null : (failure ?? refusal)} />
    </div>
  );
}

const failed = (message: string): ActionResult => ({
  status: 'failed',
  message,
  requestId: null,
  field: null,
});
