/**
 * Returns a URL path that can be decoded: in a path with an invalid percent encoding, each percent sign
 * stands for itself. Next.js would respond to such a path with a plain 500 before any route of the app.
 */
export function escapeInvalidPath(pathname: string): string {
  try {
    decodeURIComponent(pathname);
    return pathname;
  } catch {
    return pathname.replaceAll('%', '%25');
  }
}
