import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { useSyncExternalStore } from 'react';

/** Whether the browser supports passkeys. Until scripts have loaded, it is assumed to. */
export const usePasskeySupport = (): boolean =>
  useSyncExternalStore(subscribe, browserSupportsWebAuthn, () => true);

const subscribe = () => () => {};
