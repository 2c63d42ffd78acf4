import type { Metadata } from 'next';
import { lastMode } from '#server/mode.ts';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';
import { TeamPage } from '#team/team-page.tsx';

export const metadata: Metadata = { title: 'Team' };

export default async function Team() {
  const mode = await lastMode();
  await fetchQueries(mode, ({ team }) => team.list.fetch());
  return (
    <HydrateQueries mode={mode}>
      <TeamPage />
    </HydrateQueries>
  );
}
