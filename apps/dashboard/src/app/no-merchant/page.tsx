import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { currentPerson, currentSession } from '#server/person.ts';
import { endSession } from '#sign-in/actions.ts';
import { EntryPage } from '#sign-in/entry-page.tsx';

export const metadata: Metadata = { title: 'No team' };

/** For someone who is signed in, but left their last team or was removed from it. */
export default async function NoMerchantPage() {
  const session = await currentSession();
  if (!session) redirect('/sign-in');
  if (await currentPerson()) redirect('/');
  return (
    <EntryPage
      lead={`${session.email} is not on a team. Ask an owner or admin to invite you, then open the link in the message.`}
      title="You are not on a team"
    >
      <form action={endSession}>
        <div>
          <button className="button" type="submit">
            Sign out
          </button>
        </div>
      </form>
    </EntryPage>
  );
}
