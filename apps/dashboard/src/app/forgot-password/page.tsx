import type { Metadata } from 'next';
import Link from 'next/link';
import { ServerForm } from '#forms/server-form.tsx';
import { startPasswordReset } from '#sign-in/actions.ts';
import { EntryPage } from '#sign-in/entry-page.tsx';
import { emailField } from '#sign-in/fields.ts';

export const metadata: Metadata = { title: 'Reset your password' };

export default function ForgotPasswordPage() {
  return (
    <EntryPage
      lead="We send you a link that sets a new password."
      links={<Link href="/sign-in">Back to sign-in</Link>}
      title="Reset your password"
    >
      <ServerForm
        action={startPasswordReset}
        fields={[emailField]}
        kind="primary"
        once
        submit="Send link"
      />
    </EntryPage>
  );
}
