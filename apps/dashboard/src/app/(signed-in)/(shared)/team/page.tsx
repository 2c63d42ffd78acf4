import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { lastMode } from '#server/mode.ts';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';
import { TeamPage } from '#team/team-page.tsx';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('team');
  return { title: t('title') };
}

export default async function Team({ searchParams }: PageProps<'/team'>) {
  const { invite } = await searchParams;
  const mode = await lastMode();
  await fetchQueries(mode, ({ team }) => team.list.fetch());
  return (
    <HydrateQueries mode={mode}>
      <TeamPage isInviting={invite === '1'} />
    </HydrateQueries>
  );
}
