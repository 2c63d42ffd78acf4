export { TeamLoading as default } from '#team/team-page.tsx';
