'use client';

import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { PasskeyProof } from '#reauthentication/passkey-proof.tsx';
import { usePasskeySupport } from '#webauthn/use-passkey-support.ts';
import styles from './passkeys.module.css';

interface PasskeyNeededProps {
  /** What the person can do afterwards: change passkeys or the second factor, or set that up only. */
  readonly purpose: 'change' | 'setUp';
  /** The page to open afterwards. Without one, this page is loaded again. */
  readonly goTo?: Route;
}

/** Confirms with a passkey who is at a browser that the password signed in. */
export function PasskeyNeeded({ purpose, goTo }: PasskeyNeededProps) {
  const t = useTranslations('passkeys.needed');
  const router = useRouter();
  const isSupported = usePasskeySupport();
  return (
    <div className={styles.needed}>
      <p>{t(purpose)}</p>
      <PasskeyProof onProved={() => (goTo ? router.push(goTo) : router.refresh())} />
      <p className="small">
        {isSupported === false && `${t('unsupported')} `}
        {t('lost')}
      </p>
    </div>
  );
}
