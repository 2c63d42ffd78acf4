import { listPasskeys } from '@parley/auth';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { ServerForm } from '#forms/server-form.tsx';
import { anyCodeField } from '#second-factor/fields.ts';
import { currentSession, orPageFailure, pendingSession } from '#server/person.ts';
import { runtime } from '#server/runtime.ts';
import { enterCode } from '#sign-in/actions.ts';
import { EntryPage } from '#sign-in/entry-page.tsx';
import { PasskeySignIn } from '#sign-in/passkey-sign-in.tsx';
import { returnPath, signInHref } from '#sign-in/return-path.ts';
import { SignOutForm } from '#sign-in/sign-out-form.tsx';

export const metadata: Metadata = { title: 'Enter a code' };

export default async function CodePage({ searchParams }: PageProps<'/sign-in/code'>) {
  const { to } = await searchParams;
  const path = returnPath(typeof to === 'string' ? to : null);
  if (await currentSession()) redirect(path);
  const pending = await pendingSession();
  if (!pending) redirect(signInHref(path));
  const passkeys = await orPageFailure(() => listPasskeys(runtime().accounts, pending));
  return (
    <EntryPage lead={`You sign in as ${pending.email}.`} title="Enter a code">
      <ServerForm
        action={enterCode}
        fields={[anyCodeField]}
        hidden={{ to: path }}
        kind="primary"
        submit="Sign in"
      />
      {passkeys.length > 0 && <PasskeySignIn to={path} />}
      <SignOutForm label="Use another account" />
    </EntryPage>
  );
}
