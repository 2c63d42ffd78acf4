import { isPasswordResetOpen } from '@parley/auth';
import type { Metadata } from 'next';
import { ServerForm } from '#forms/server-form.tsx';
import { orPageFailure } from '#server/person.ts';
import { runtime } from '#server/runtime.ts';
import { finishPasswordReset } from '#sign-in/actions.ts';
import { BrokenLink, readToken } from '#sign-in/broken-link.tsx';
import { EntryPage } from '#sign-in/entry-page.tsx';
import { newPasswordField } from '#sign-in/fields.ts';

export const metadata: Metadata = { title: 'Choose a new password' };

export default async function ResetPasswordPage({ searchParams }: PageProps<'/reset-password'>) {
  const token = readToken((await searchParams).token);
  if (!(await orPageFailure(() => isPasswordResetOpen(runtime().accounts, token)))) {
    return <BrokenLink retry={{ href: '/forgot-password', label: 'Send another link' }} />;
  }
  return (
    <EntryPage lead="This signs you out in every browser." title="Choose a new password">
      <ServerForm
        action={finishPasswordReset}
        fields={[newPasswordField]}
        hidden={{ token }}
        kind="primary"
        submit="Set password"
      />
    </EntryPage>
  );
}
