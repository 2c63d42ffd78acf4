import { redirect } from 'next/navigation';
import { lastMode } from '#server/mode.ts';
import { sessionsHref } from '#sessions/search-params.ts';

export default async function Home(): Promise<never> {
  redirect(sessionsHref(await lastMode()));
}
