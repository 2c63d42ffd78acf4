'use client';

import type { MerchantChoice } from '#merchants/open-merchant.ts';
import { CommandPalette } from './command-palette.tsx';
import { ShortcutHelp } from './shortcut-help.tsx';

export type OpenDialog = 'palette' | 'help';

export interface CommandDialogsProps extends MerchantChoice {
  readonly opened: OpenDialog | null;
  readonly onOpen: (dialog: OpenDialog | null) => void;
}

/** The dialogs of `command-button.tsx`, which are loaded when one of them opens. */
export function CommandDialogs({ opened, onOpen, ...merchants }: CommandDialogsProps) {
  return (
    <>
      <CommandPalette
        {...merchants}
        isOpen={opened === 'palette'}
        onClose={() => onOpen(null)}
        onOpenHelp={() => onOpen('help')}
      />
      <ShortcutHelp isOpen={opened === 'help'} onClose={() => onOpen(null)} />
    </>
  );
}
