import { OverviewLoading } from '#overview/overview-page.tsx';

export default function Loading() {
  return <OverviewLoading />;
}
