import { DomainError } from '@parley/domain';
import { parseStrictJson } from '@parley/router/strict-json';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Bodies arrive as bytes: what they mean is decided by whoever takes them. */
export function takeRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/**
 * The body as strict JSON; undefined when there is none, whatever the content type.
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
