import { useSyncExternalStore } from 'react';

/** Whether shortcuts use the command key instead of the control key. */
export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

const neverChanges = () => () => {};

/** The shortcut of the command palette on this computer. */
export function usePaletteKeys(): string {
  const apple = useSyncExternalStore(neverChanges, isApple, () => false);
  return apple ? '⌘ K' : 'Ctrl K';
}
