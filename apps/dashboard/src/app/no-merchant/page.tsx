import type { Metadata } from 'next';
import Link from 'next/link';
import { redirect } from 'next/navigation';
import { currentAccess, currentSession } from '#server/person.ts';
import { EntryPage } from '#sign-in/entry-page.tsx';
import { SignOutForm } from '#sign-in/sign-out-form.tsx';

export const metadata: Metadata = { title: 'No team' };

/** For someone who is signed in, but left their last team or was removed from it. */
export default async function NoMerchantPage() {
  const session = await currentSession();
  if (!session) redirect('/sign-in');
  const { person, missingSecondFactor } = await currentAccess();
  if (person || missingSecondFactor !== null) redirect('/');
  return (
    <EntryPage
      lead={`${session.email} is not on a team. Ask an owner or admin to invite you, then open the link in the email.`}
      links={<Link href="/account">Your account</Link>}
      title="You are not on a team"
    >
      <SignOutForm />
    </EntryPage>
  );
}
