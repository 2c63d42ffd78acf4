'use client';

import { useActionState } from 'react';
import { reportProvisioned } from './actions.ts';
import styles from './report-provisioned.module.css';

/** Marks the session as fulfilled, with the merchant's own reference where there is one. */
export function ReportProvisioned({ id }: { readonly id: string }) {
  const [refusal, action, pending] = useActionState(reportProvisioned, null);
  return (
    <form action={action} className={styles.form}>
      <input name="id" type="hidden" value={id} />
      <label className={styles.labelled}>
        Fulfilment reference (optional)
        <input
          autoComplete="off"
          className="field"
          maxLength={255}
          name="fulfillment_reference"
          type="text"
        />
      </label>
      <button aria-disabled={pending} className="button" data-kind="first" type="submit">
        Report provisioned
      </button>
      <p aria-live="polite" className={styles.refusal}>
        {refusal && !pending && (
          <>
            Nothing was reported. {refusal.message} <code>{refusal.requestId}</code>
          </>
        )}
      </p>
    </form>
  );
}
