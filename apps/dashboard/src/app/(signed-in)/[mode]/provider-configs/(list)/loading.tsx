import { ConfigsLoading } from '#provider-configs/config-list.tsx';

export default function Loading() {
  return <ConfigsLoading />;
}
