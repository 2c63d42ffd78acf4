import { isPasswordResetOpen } from '@parley/auth';
import { getTranslations } from 'next-intl/server';
import { ServerForm } from '#forms/server-form.tsx';
import { createMetadata } from '#server/page-metadata.ts';
import { orPageFailure } from '#server/person.ts';
import { runtime } from '#server/runtime.ts';
import { finishPasswordReset } from '#sign-in/actions.ts';
import { BrokenLink, readToken } from '#sign-in/broken-link.tsx';
import { EntryPage } from '#sign-in/entry-page.tsx';
import { newPasswordField } from '#sign-in/fields.ts';

export const generateMetadata = createMetadata((t) => t('signIn.reset.newTitle'));

export default async function ResetPasswordPage({ searchParams }: PageProps<'/reset-password'>) {
  const t = await getTranslations('signIn');
  const token = readToken((await searchParams).token);
  if (!(await orPageFailure(() => isPasswordResetOpen(runtime().accounts, token)))) {
    return <BrokenLink retry={{ href: '/forgot-password', label: t('reset.again') }} />;
  }
  return (
    <EntryPage lead={t('reset.newLead')} title={t('reset.newTitle')}>
      <ServerForm
        action={finishPasswordReset}
        fields={[newPasswordField(t)]}
        hidden={{ token }}
        kind="primary"
        submit={t('reset.newSubmit')}
      />
    </EntryPage>
  );
}
