import { cookies } from 'next/headers';
import { NextResponse } from 'next/server';

/** Sets the cookies of Set-Cookie headers on the response of the action. */
export async function setCookies(setCookie: readonly string[]): Promise<void> {
  const { cookies: parsed } = new NextResponse(null, {
    headers: setCookie.map((value): [string, string] => ['set-cookie', value]),
  });
  const store = await cookies();
  for (const cookie of parsed.getAll()) store.set(cookie);
}
