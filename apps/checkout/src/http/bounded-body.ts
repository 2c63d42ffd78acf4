/** The body as text; null when it is longer than `maxBytes`, of which no more is read. */
export async function boundedBody(request: Request, maxBytes: number): Promise<string | null> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return null;
  if (!request.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let read = 0;
  for await (const chunk of request.body) {
    read += chunk.byteLength;
    if (read > maxBytes) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
