import { readLastMode } from '#server/mode.ts';
import { createMetadata } from '#server/page-metadata.ts';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';
import { SettingsPage } from '#settings/settings-page.tsx';

export const generateMetadata = createMetadata((t) => t('settings.title'));

export default async function Settings() {
  const mode = await readLastMode();
  await fetchQueries(mode, ({ settings }) => settings.get.fetch());
  return (
    <HydrateQueries mode={mode}>
      <SettingsPage />
    </HydrateQueries>
  );
}
