import { escapeInvalidPath } from '@parley/router/escape-invalid-path';
import { type NextRequest, NextResponse } from 'next/server';

/** Routes a path with an invalid percent encoding to a page that shows that there is no such link. */
export function proxy(request: NextRequest): NextResponse {
  const { pathname } = request.nextUrl;
  const path = escapeInvalidPath(pathname);
  if (path === pathname) return NextResponse.next();
  return NextResponse.rewrite(new URL(path, request.url));
}

export const config = { matcher: '/(.*%.*)' };
