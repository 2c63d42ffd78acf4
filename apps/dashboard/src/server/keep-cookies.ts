import { cookies } from 'next/headers';
import { NextResponse } from 'next/server';

/** Puts Set-Cookie headers that a library has made on the answer of a server action. */
export async function keepCookies(setCookie: readonly string[]): Promise<void> {
  const made = new NextResponse(null, {
    headers: setCookie.map((value): [string, string] => ['set-cookie', value]),
  });
  const jar = await cookies();
  for (const cookie of made.cookies.getAll()) jar.set(cookie);
}
