import type { Metadata } from 'next';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';
import { TeamPage } from '#team/team-page.tsx';

export const metadata: Metadata = { title: 'Team' };

export default async function Team() {
  await fetchQueries(({ team }) => team.list.fetch());
  return (
    <HydrateQueries>
      <TeamPage />
    </HydrateQueries>
  );
}
