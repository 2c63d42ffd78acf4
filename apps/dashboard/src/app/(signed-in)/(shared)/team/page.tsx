import { readLastMode } from '#server/mode.ts';
import { createMetadata } from '#server/page-metadata.ts';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';
import { TeamPage } from '#team/team-page.tsx';

export const generateMetadata = createMetadata((t) => t('team.title'));

export default async function Team({ searchParams }: PageProps<'/team'>) {
  const { invite } = await searchParams;
  const mode = await readLastMode();
  await fetchQueries(mode, ({ team }) => team.list.fetch());
  return (
    <HydrateQueries mode={mode}>
      <TeamPage isInviting={invite === '1'} />
    </HydrateQueries>
  );
}
