import { TeamLoading } from '#team/team-page.tsx';

export default function Loading() {
  return <TeamLoading />;
}
