import { useEffect } from 'react';

/** Milliseconds without an input after which a page counts as unattended. */
const IDLE_AFTER_MS = 300_000;

let lastInputAt = Date.now();

/** Whether the person has used no key and no pointer for five minutes, in any page of this tab. */
export const isUnattended = (): boolean => Date.now() - lastInputAt > IDLE_AFTER_MS;

/** Records the inputs of the person for `isUnattended`. */
export function useUserActivity(): void {
  useEffect(() => {
    const record = () => {
      lastInputAt = Date.now();
    };
    const types = ['keydown', 'pointerdown', 'pointermove', 'wheel'];
    for (const type of types) window.addEventListener(type, record, { passive: true });
    return () => {
      for (const type of types) window.removeEventListener(type, record);
    };
  }, []);
}
