import { listPasskeys } from '@parley/auth';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { readReturnPath, signInHref } from '#addresses/return-path.ts';
import { ServerForm } from '#forms/server-form.tsx';
import { anyCodeField } from '#second-factor/fields.ts';
import { createMetadata } from '#server/page-metadata.ts';
import { getCurrentSession, getPendingSession, orPageFailure } from '#server/person.ts';
import { runtime } from '#server/runtime.ts';
import { enterCode } from '#sign-in/actions.ts';
import { EntryPage } from '#sign-in/entry-page.tsx';
import { PasskeySignIn } from '#sign-in/passkey-sign-in.tsx';
import { SignOutForm } from '#sign-in/sign-out-form.tsx';

export const generateMetadata = createMetadata((t) => t('signIn.code.title'));

export default async function CodePage({ searchParams }: PageProps<'/sign-in/code'>) {
  const t = await getTranslations('signIn');
  const factor = await getTranslations('secondFactor');
  const { to } = await searchParams;
  const path = readReturnPath(typeof to === 'string' ? to : null);
  if (await getCurrentSession()) redirect(path);
  const pending = await getPendingSession();
  if (!pending) redirect(signInHref(path));
  const passkeys = await orPageFailure(() => listPasskeys(runtime().accounts, pending));
  return (
    <EntryPage lead={t('code.lead', { email: pending.email })} title={t('code.title')}>
      <ServerForm
        action={enterCode}
        fields={[anyCodeField(factor)]}
        hidden={{ to: path }}
        kind="primary"
        submit={t('signIn')}
      />
      {passkeys.length > 0 && <PasskeySignIn to={path} />}
      <SignOutForm label={t('code.otherAccount')} />
    </EntryPage>
  );
}
