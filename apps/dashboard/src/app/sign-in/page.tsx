import type { Metadata } from 'next';
import Link from 'next/link';
import { redirect } from 'next/navigation';
import { ServerForm } from '#forms/server-form.tsx';
import { currentSession } from '#server/person.ts';
import { runtime } from '#server/runtime.ts';
import { startSession } from '#sign-in/actions.ts';
import { EntryPage } from '#sign-in/entry-page.tsx';
import { emailField } from '#sign-in/fields.ts';
import { PasskeySignIn } from '#sign-in/passkey-sign-in.tsx';
import { returnPath } from '#sign-in/return-path.ts';
import { SignedOutInAllTabs } from '#trpc/other-tabs.ts';

export const metadata: Metadata = { title: 'Sign in' };

export default async function SignInPage({ searchParams }: PageProps<'/sign-in'>) {
  const { to, password } = await searchParams;
  const path = returnPath(typeof to === 'string' ? to : null);
  if (await currentSession()) redirect(path);
  return (
    <EntryPage
      lead={password === 'changed' && 'Your password was changed. Sign in with the new one.'}
      links={
        <>
          <Link href="/forgot-password">Forgot your password?</Link>
          {runtime().accounts.signUp === 'open' && <Link href="/sign-up">Create an account</Link>}
        </>
      }
      title="Sign in"
    >
      <SignedOutInAllTabs />
      <ServerForm
        action={startSession}
        fields={[
          // The browser offers passkeys in this field.
          { ...emailField, autoComplete: 'username webauthn' },
          {
            name: 'password',
            label: 'Password',
            type: 'password',
            autoComplete: 'current-password',
          },
        ]}
        hidden={{ to: path }}
        kind="primary"
        submit="Sign in"
      />
      <PasskeySignIn autofill to={path} />
    </EntryPage>
  );
}
