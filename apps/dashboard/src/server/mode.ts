import { isMode, type Mode } from '@parley/domain';
import { cookies } from 'next/headers';
import { notFound } from 'next/navigation';
import { MODE_COOKIE } from '#request-headers.ts';

/** The mode in the address of a page. Renders not-found for an address that begins with anything else. */
export async function readMode(params: Promise<{ readonly mode: string }>): Promise<Mode> {
  const { mode } = await params;
  return isMode(mode) ? mode : notFound();
}

/** The mode of the page opened last, or test mode. For addresses without a mode, such as the team's. */
export async function readLastMode(): Promise<Mode> {
  const mode = (await cookies()).get(MODE_COOKIE)?.value;
  return isMode(mode) ? mode : 'test';
}
