import { useEffect, useEffectEvent } from 'react';
import { pages } from '#addresses/pages.ts';
import { isApple } from './modifier-key.ts';
import { areKeyShortcutsOn } from './shortcut-setting.ts';

/** Milliseconds after the key g in which the next key opens a page. */
const SEQUENCE_MS = 2_000;

/** Elements that use the keys themselves. */
const KEY_INPUTS =
  'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="menu"], [role="listbox"]';
const DIALOGS = '[role="dialog"], [role="alertdialog"]';

export type Shortcut =
  | { readonly opens: 'palette' | 'help' }
  | { readonly opens: 'page'; readonly page: (typeof pages)[number] };

/**
 * Runs the keyboard shortcuts of the dashboard: none while a dialog is open, and those without a
 * modifier key neither in fields nor while they are turned off.
 */
export function useShortcuts(run: (shortcut: Shortcut) => void): void {
  const onShortcut = useEffectEvent(run);

  useEffect(() => {
    let sequenceFrom = Number.NEGATIVE_INFINITY;

    function read(event: KeyboardEvent): Shortcut | null {
      const afterG = event.timeStamp - sequenceFrom < SEQUENCE_MS;
      sequenceFrom = Number.NEGATIVE_INFINITY;
      const modified = event.ctrlKey || event.metaKey || event.altKey;
      if (modified) return isPaletteShortcut(event) ? { opens: 'palette' } : null;
      if (isForElement(event.target) || !areKeyShortcutsOn()) return null;
      if (afterG) {
        const page = pages.find(({ key }) => key === event.key);
        return page ? { opens: 'page', page } : null;
      }
      if (event.key === 'g') sequenceFrom = event.timeStamp;
      if (event.key === '/') return { opens: 'palette' };
      return event.key === '?' ? { opens: 'help' } : null;
    }

    function onKeyDown(event: KeyboardEvent) {
      // Shift is pressed on its way to a question mark.
      if (event.key === 'Shift' || event.defaultPrevented || event.isComposing) return;
      const shortcut = event.repeat ? null : read(event);
      if (!shortcut) return;
      // Otherwise the browser opens its own search.
      event.preventDefault();
      if (!document.querySelector(DIALOGS)) onShortcut(shortcut);
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function isPaletteShortcut({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const [expected, other] = isApple() ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  return expected && !other && !altKey && !shiftKey && key.toLowerCase() === 'k';
}

const isForElement = (target: EventTarget | null) =>
  target instanceof Element && target.closest(KEY_INPUTS) !== null;
