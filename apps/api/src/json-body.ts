import { DomainError } from '@parley/domain';
import { parseStrictJson } from '@parley/router/strict-json';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Passes bodies on as raw bytes, so that each route decides how to parse them. */
export function acceptRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/**
 * Parses the body as strict JSON. Returns undefined without a body, regardless of the content type.
 * @throws DomainError unsupported_media_type, invalid_request
 */
export function jsonBody(request: FastifyRequest): unknown {
  const { body } = request;
  if (!Buffer.isBuffer(body) || body.length === 0) return undefined;
  const encoding = request.headers['content-encoding'];
  const type = request.headers['content-type'] ?? '';
  if (encoding !== undefined && encoding !== 'identity') {
    throw new DomainError('unsupported_media_type');
  }
  if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type)) {
    throw new DomainError('unsupported_media_type');
  }
  return parseStrictJson(body);
}
