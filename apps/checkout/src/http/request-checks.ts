/**
 * Whether a request comes from this app's own pages, by Sec-Fetch-Site or else Origin. A client that
 * sends neither is no browser and is accepted, because it has no cookies or other ambient credentials.
 * @param origin the public origin of this app
 */
export function isSameOrigin(headers: Headers, origin: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const from = headers.get('origin');
  return from === null || from === origin;
}

/** The body as text; null if it is longer than `maxBytes`. Reads no more than that. */
export async function readBody(request: Request, maxBytes: number): Promise<string | null> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return null;
  if (!request.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > maxBytes) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
