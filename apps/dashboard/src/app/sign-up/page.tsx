import type { Metadata } from 'next';
import Link from 'next/link';
import { ServerForm } from '#forms/server-form.tsx';
import { runtime } from '#server/runtime.ts';
import { startSignUp } from '#sign-in/actions.ts';
import { EntryPage } from '#sign-in/entry-page.tsx';
import { emailField } from '#sign-in/fields.ts';

export const metadata: Metadata = { title: 'Create an account' };

export default function SignUpPage() {
  const signIn = <Link href="/sign-in">Sign in instead</Link>;
  if (runtime().accounts.signUp !== 'open') {
    return (
      <EntryPage
        lead="Only invited people can join. Ask an owner or admin of your team to invite you."
        links={signIn}
        title="Sign-up is by invitation"
      />
    );
  }
  return (
    <EntryPage
      lead="We send you a link that confirms your email."
      links={signIn}
      title="Create an account"
    >
      <ServerForm
        action={startSignUp}
        fields={[emailField]}
        kind="primary"
        once
        submit="Continue"
      />
    </EntryPage>
  );
}
