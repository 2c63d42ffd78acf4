import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { lastMode } from '#server/mode.ts';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';
import { SettingsPage } from '#settings/settings-page.tsx';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('settings');
  return { title: t('title') };
}

export default async function Settings() {
  const mode = await lastMode();
  await fetchQueries(mode, ({ settings }) => settings.get.fetch());
  return (
    <HydrateQueries mode={mode}>
      <SettingsPage />
    </HydrateQueries>
  );
}
