import type { Metadata } from 'next';
import { lastMode } from '#server/mode.ts';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';
import { SettingsPage } from '#settings/settings-page.tsx';

export const metadata: Metadata = { title: 'Settings' };

export default async function Settings() {
  const mode = await lastMode();
  await fetchQueries(mode, ({ settings }) => settings.get.fetch());
  return (
    <HydrateQueries mode={mode}>
      <SettingsPage />
    </HydrateQueries>
  );
}
