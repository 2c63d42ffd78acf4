import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { useSyncExternalStore } from 'react';

/** Whether the browser supports passkeys; null until the scripts of the page run, which a click needs. */
export const usePasskeySupport = (): boolean | null =>
  useSyncExternalStore(subscribe, browserSupportsWebAuthn, () => null);

const subscribe = () => () => {};
