import { SettingsLoading } from '#settings/settings-page.tsx';

export default function Loading() {
  return <SettingsLoading />;
}
