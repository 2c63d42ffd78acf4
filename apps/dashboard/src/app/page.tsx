import { redirect } from 'next/navigation';
import { overviewHref } from '#addresses/overview.ts';
import { lastMode } from '#server/mode.ts';

export default async function Home(): Promise<never> {
  redirect(overviewHref(await lastMode()));
}
