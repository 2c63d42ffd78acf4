export { SessionsLoading as default } from '#sessions/session-table.tsx';
