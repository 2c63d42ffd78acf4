'use client';

import { useTranslations } from 'next-intl';
import { type ComponentType, useEffect, useState } from 'react';
import { unseen } from '#components/unseen.tsx';
import type { MerchantChoice } from '#merchants/open-merchant.ts';
import styles from './command-button.module.css';
import type { CommandDialogsProps, OpenDialog } from './command-dialogs.tsx';
import { usePaletteKeys } from './modifier-key.ts';
import { useOpenPage } from './use-open-page.ts';
import { useShortcuts } from './use-shortcuts.ts';

/** Milliseconds after which a browser that does not report that it is idle loads the palette. */
const PRELOAD_DELAY_MS = 2_000;

const loadDialogs = () => import('./command-dialogs.tsx');

/** Opens the command palette, and runs the keyboard shortcuts of all pages. */
export function CommandButton(props: MerchantChoice) {
  const t = useTranslations('commands');
  const openPage = useOpenPage();
  const paletteKeys = usePaletteKeys();
  const [Dialogs, setDialogs] = useState<ComponentType<CommandDialogsProps>>();
  const [opened, setOpened] = useState<OpenDialog | null>(null);

  // Most visits need no palette, so its script is not part of the first load. It follows when the browser is idle, so
  // that the first keys after Ctrl+K arrive in the palette. If it cannot be loaded, the next use tries again.
  useEffect(() => {
    const preload = () => void loadDialogs().catch(() => {});
    if ('requestIdleCallback' in window) {
      const idle = requestIdleCallback(preload);
      return () => cancelIdleCallback(idle);
    }
    const timer = setTimeout(preload, PRELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  async function load(): Promise<void> {
    const { CommandDialogs } = await loadDialogs();
    setDialogs(() => CommandDialogs);
  }
  function open(dialog: OpenDialog) {
    setOpened(dialog);
    load().catch(() => setOpened(null));
  }
  useShortcuts((shortcut) => {
    if (shortcut.opens === 'page') openPage(shortcut.page.href);
    else open(shortcut.opens);
  });

  return (
    <>
      <button
        aria-haspopup="dialog"
        className={styles.button}
        onClick={() => open('palette')}
        type="button"
      >
        <svg aria-hidden="true" height="14" viewBox="0 0 14 14" width="14">
          <circle cx="6" cy="6" r="4.25" />
          <path d="m9.25 9.25 3.5 3.5" />
        </svg>
        <span>{t.rich('button', { unseen })}</span>
        <span aria-hidden="true" className={styles.keys}>
          {paletteKeys}
        </span>
      </button>
      {Dialogs && <Dialogs {...props} onOpen={setOpened} opened={opened} />}
    </>
  );
}
