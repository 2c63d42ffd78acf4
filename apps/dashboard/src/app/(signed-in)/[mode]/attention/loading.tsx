import { AttentionLoading } from '#attention/attention-page.tsx';

export default function Loading() {
  return <AttentionLoading />;
}
