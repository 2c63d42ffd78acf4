import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { DomainError, getNetwork } from '@parley/domain';
import { createTokenBuckets, type TokenBucketOptions } from '@parley/runtime/token-buckets';
import type { FastifyInstance } from 'fastify';

/** For an address (IPv6: a /64). The document changes with a release only. */
export const defaultDocumentLimit: TokenBucketOptions = { perSecond: 5, burst: 20 };

interface DocumentBytes {
  readonly plain: Buffer;
  readonly gzipped: Buffer;
  /** Weak, because both encodings have the same one. */
  readonly etag: string;
}

/** Serves the OpenAPI document, whose bytes are created once. */
export function mountOpenApiDocument(
  app: FastifyInstance,
  baseUrl: string,
  limit: TokenBucketOptions,
): void {
  const buckets = createTokenBuckets(limit);
  // Created at the first request: what creates it would be more than a third of the processor time of a start.
  let bytes: Promise<DocumentBytes> | undefined;

  app.get('/openapi.json', {
    config: { operation: 'openapi' },
    onRequest: (request, _reply, done) => {
      const wait = buckets.take(getNetwork(request.ip));
      if (wait === 0) done();
      else done(new DomainError('rate_limited', undefined, { retryAfterSeconds: wait }));
    },
    handler: async (request, reply) => {
      bytes ??= createBytes(baseUrl);
      const { plain, gzipped, etag } = await bytes;
      reply
        .header('etag', etag)
        .header('cache-control', 'public, max-age=300')
        .header('vary', 'accept-encoding');
      if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
      reply.type('application/json; charset=utf-8');
      if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(plain);
      return reply.header('content-encoding', 'gzip').send(gzipped);
    },
  });
}

async function createBytes(baseUrl: string): Promise<DocumentBytes> {
  const { openApiDocument } = await import('@parley/router/rest/document');
  const plain = Buffer.from(JSON.stringify(openApiDocument(baseUrl)));
  const gzipped = await promisify(gzip)(plain, { level: 9 });
  return { plain, gzipped, etag: `W/"${hash('sha256', plain, 'base64url')}"` };
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim());
  // A proxy that compresses may have made the tag strong or weak.
  return tags?.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag.slice(2)) ?? false;
}

/** Whether a client names gzip, and not with a quality of 0. */
function acceptsGzip(acceptEncoding: string | undefined): boolean {
  const codings = acceptEncoding?.split(',').map((coding) => coding.replaceAll(/\s/g, ''));
  return codings?.some((coding) => /^(?:gzip|\*)(?!;q=0(?:\.0*)?$)/i.test(coding)) ?? false;
}
