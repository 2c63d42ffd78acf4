'use client';

import { useActionState } from 'react';
import { signInWithPassword } from './actions.ts';
import styles from './sign-in.module.css';

/** Works before any script has loaded, too. */
export function SignInForm({ back }: { readonly back: string }) {
  const [refusal, action, pending] = useActionState(signInWithPassword, null);
  const wrong = refusal !== null && !pending;
  return (
    <form action={action} className={styles.form}>
      <input name="back" type="hidden" value={back} />
      <label className={styles.labelled}>
        Email
        <input
          aria-describedby={wrong ? 'refusal' : undefined}
          aria-invalid={wrong}
          autoComplete="username"
          className="field"
          defaultValue={refusal?.email}
          name="email"
          required
          type="email"
        />
      </label>
      <label className={styles.labelled}>
        Password
        <input
          aria-describedby={wrong ? 'refusal' : undefined}
          aria-invalid={wrong}
          autoComplete="current-password"
          className="field"
          name="password"
          required
          type="password"
        />
      </label>
      <button aria-disabled={pending} className="button" data-kind="first" type="submit">
        Sign in
      </button>
      <p aria-live="polite" className={styles.refusal} id="refusal">
        {wrong ? refusal.message : ''}
      </p>
    </form>
  );
}
