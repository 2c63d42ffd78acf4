import { findSignUp } from '@parley/auth';
import type { Metadata } from 'next';
import { ServerForm } from '#forms/server-form.tsx';
import { orPageFailure } from '#server/person.ts';
import { runtime } from '#server/runtime.ts';
import { finishSignUp } from '#sign-in/actions.ts';
import { BrokenLink, readToken } from '#sign-in/broken-link.tsx';
import { EntryPage } from '#sign-in/entry-page.tsx';
import { nameField, newPasswordField } from '#sign-in/fields.ts';

export const metadata: Metadata = { title: 'Create an account' };

export default async function CompleteSignUpPage({ searchParams }: PageProps<'/sign-up/complete'>) {
  const token = readToken((await searchParams).token);
  const email = await orPageFailure(() => findSignUp(runtime().accounts, token));
  if (email === null) return <BrokenLink retry={{ href: '/sign-up', label: 'Sign up again' }} />;
  return (
    <EntryPage lead={`${email} is confirmed.`} title="Create your account">
      <ServerForm
        action={finishSignUp}
        fields={[
          nameField,
          {
            name: 'merchant_name',
            label: 'Business name',
            type: 'text',
            autoComplete: 'organization',
            maxLength: 100,
            hint: 'Payers see it on the payer page.',
          },
          newPasswordField,
        ]}
        hidden={{ token }}
        kind="primary"
        submit="Create account"
      />
    </EntryPage>
  );
}
