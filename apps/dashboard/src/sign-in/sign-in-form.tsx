'use client';

import { useActionState } from 'react';
import { startSession } from './actions.ts';
import styles from './sign-in.module.css';

/** The sign-in form. It works before scripts have loaded. */
export function SignInForm({ to }: { readonly to: string }) {
  const [failure, action, pending] = useActionState(startSession, null);
  const invalid = failure !== null && !pending;
  return (
    <form action={action} className={styles.form}>
      <input name="to" type="hidden" value={to} />
      <label className={styles.field}>
        Email
        <input
          aria-describedby={invalid ? 'sign-in-error' : undefined}
          aria-invalid={invalid}
          autoComplete="username"
          className="field"
          defaultValue={failure?.email}
          name="email"
          required
          type="email"
        />
      </label>
      <label className={styles.field}>
        Password
        <input
          aria-describedby={invalid ? 'sign-in-error' : undefined}
          aria-invalid={invalid}
          autoComplete="current-password"
          className="field"
          name="password"
          required
          type="password"
        />
      </label>
      <button aria-disabled={pending} className="button" data-kind="primary" type="submit">
        Sign in
      </button>
      <p aria-live="polite" className={styles.error} id="sign-in-error">
        {invalid ? failure.message : ''}
      </p>
    </form>
  );
}
