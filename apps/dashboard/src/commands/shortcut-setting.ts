const KEY = 'parley.shortcuts';

/** Whether single keys are shortcuts in this browser. */
export function areKeyShortcutsOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    // The browser refuses storage, so they cannot have been turned off.
    return true;
  }
}

/** Turns shortcuts of single keys on or off, in all tabs of this browser. */
export function setKeyShortcuts(on: boolean): void {
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off');
  } catch {
    // The browser refuses storage.
  }
}
