'use client';

import { type ComponentType, useEffect, useState } from 'react';
import type { DialogProps } from './modal-dialog.tsx';

let loaded: ComponentType<DialogProps> | undefined;

/**
 * A modal dialog. Escape closes it, a click outside of it does not. Its content exists while it is
 * open, so it is empty each time. The focus returns to where it was when the dialog opened.
 */
export function Dialog(props: DialogProps) {
  const [ModalDialog, setModalDialog] = useState(() => loaded);

  // The first load of the page stays small, and the script is there before someone opens the dialog.
  // If it could not be loaded, opening the dialog tries again.
  useEffect(() => {
    const load = async () => {
      loaded ??= (await import('./modal-dialog.tsx')).default;
      setModalDialog(() => loaded);
    };
    load().catch(() => {});
  }, [props.isOpen]);

  return ModalDialog && <ModalDialog {...props} />;
}
