export { RequestsLoading as default } from '#requests/request-list.tsx';
