'use client';

import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { PasskeyProof } from '#reauthentication/passkey-proof.tsx';
import styles from './passkeys.module.css';
import { usePasskeySupport } from './use-passkey-support.ts';

interface PasskeyNeededProps {
  /** What the person can do afterwards, as in "Confirm … before you …". */
  readonly purpose: string;
  /** The page to open afterwards. Without one, this page is loaded again. */
  readonly goTo?: Route;
}

/** Confirms with a passkey who is at a browser that the password signed in. */
export function PasskeyNeeded({ purpose, goTo }: PasskeyNeededProps) {
  const router = useRouter();
  const isSupported = usePasskeySupport();
  return (
    <div className={styles.needed}>
      <p>
        You signed in with your password here, and your account has a passkey. Confirm that it is
        you with a passkey before you {purpose}.
      </p>
      <PasskeyProof onProved={() => (goTo ? router.push(goTo) : router.refresh())} />
      <p className="small">
        {!isSupported && 'This browser supports no passkeys: use another one. '}
        If you have lost all of your passkeys, contact the operator of this service.
      </p>
    </div>
  );
}
