export { AttentionLoading as default } from '#attention/attention-page.tsx';
