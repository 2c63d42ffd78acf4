export { SettingsLoading as default } from '#settings/settings-page.tsx';
