'use client';

import { Fragment, useSyncExternalStore } from 'react';
import { toastStore } from './toast-store.ts';
import styles from './toasts.module.css';

const none: ReturnType<typeof toastStore.get> = [];

/** The messages of `showToast`. Screen readers announce them, and the focus stays where it is. */
export function Toasts() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get, () => none);
  return (
    // A modal dialog hides everything else from screen readers, except elements with this attribute.
    <div className={styles.toasts} data-react-aria-top-layer="true" role="status">
      {toasts.map(({ id, message, reasons }) => (
        <p className={styles.toast} key={id}>
          {message}
          {reasons.map((reason) => (
            <Fragment key={reason.message}>
              {' '}
              <span lang={reason.lang}>{reason.message}</span>
              {reason.requestId && (
                <>
                  {' '}
                  <code>{reason.requestId}</code>
                </>
              )}
            </Fragment>
          ))}
        </p>
      ))}
    </div>
  );
}
