import { redirect } from 'next/navigation';
import { inMode } from '#addresses/mode-route.ts';
import { overviewHref } from '#addresses/overview.ts';
import { readLastMode } from '#server/mode.ts';

export default async function Home(): Promise<never> {
  redirect(inMode(await readLastMode(), overviewHref()));
}
