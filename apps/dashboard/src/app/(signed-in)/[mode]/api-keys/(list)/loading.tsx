export { KeysLoading as default } from '#api-keys/key-list.tsx';
