import { describe, expect, it } from 'vitest';
import { readBody } from './read-body.ts';

const post = (body: string | ReadableStream, headers: Record<string, string> = {}) =>
  new Request('http://x/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);

describe('readBody', () => {
  it('reads a body within the limit, counted in bytes', async () => {
    expect(await readBody(post('Söhne'), 6)).toEqual(new TextEncoder().encode('Söhne'));
    expect(await readBody(new Request('http://x/', { method: 'POST' }), 6)).toHaveLength(0);
  });

  it('returns null for a longer body', async () => {
    expect(await readBody(post('Söhne!'), 6)).toBeNull();
  });

  it('returns null for a longer declared length without reading the body', async () => {
    const request = post('{}', { 'content-length': '7' });
    expect(await readBody(request, 6)).toBeNull();
    expect(request.bodyUsed).toBe(false);
  });

  it('stops reading at the limit', async () => {
    let chunks = 0;
    let canceled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        chunks += 1;
        controller.enqueue(new Uint8Array(1024));
      },
      cancel: () => {
        canceled = true;
      },
    });
    expect(await readBody(post(endless), 4096)).toBeNull();
    expect(canceled).toBe(true);
    expect(chunks).toBeLessThan(10);
  });
});
