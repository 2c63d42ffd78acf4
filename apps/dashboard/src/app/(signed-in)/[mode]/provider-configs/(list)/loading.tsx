export { ConfigsLoading as default } from '#provider-configs/config-list.tsx';
