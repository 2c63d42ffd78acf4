import { DomainError, type ErrorCode, errorTable, InvalidFieldError } from '@parley/domain';
import { TRPCError } from '@trpc/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorEnvelope, errorResponse, formatErrorResponse } from './errors.ts';

const codes = Object.keys(errorTable) as ErrorCode[];

const wrapped = (cause: unknown) => new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause });

describe('a DomainError', () => {
  it.each(codes)('%s has its status and message', (code) => {
    expect(formatErrorResponse(new DomainError(code))).toEqual({
      status: errorTable[code].status,
      code,
      message: errorTable[code].message,
      retryAfterSeconds: undefined,
    });
  });

  it('keeps its own message and retry delay, also inside a TRPCError', () => {
    const error = new DomainError('payment_in_progress', 'Wait.', { retryAfterSeconds: 7 });
    const expected = {
      status: 409,
      code: 'payment_in_progress',
      message: 'Wait.',
      retryAfterSeconds: 7,
    };
    expect(formatErrorResponse(error)).toEqual(expected);
    expect(formatErrorResponse(wrapped(error))).toEqual(expected);
  });

  it('is formatted as the envelope and nothing else', () => {
    const error = new DomainError('not_found', 'Gone.', { cause: new Error('secret') });
    expect(errorEnvelope(formatErrorResponse(error), 'req_1')).toEqual({
      error: { code: 'not_found', message: 'Gone.', request_id: 'req_1' },
    });
    expect(errorResponse('rate_limited', undefined, 3)).toMatchObject({
      status: 429,
      message: errorTable.rate_limited.message,
      retryAfterSeconds: 3,
    });
  });
});

describe('a TRPCError', () => {
  it.each([
    ['NOT_FOUND', 'not_found'],
    ['METHOD_NOT_SUPPORTED', 'method_not_allowed'],
    ['PAYLOAD_TOO_LARGE', 'payload_too_large'],
    ['UNSUPPORTED_MEDIA_TYPE', 'unsupported_media_type'],
    ['BAD_REQUEST', 'invalid_request'],
    ['INTERNAL_SERVER_ERROR', 'internal_error'],
    ['TIMEOUT', 'internal_error'],
  ] as const)('%s is formatted as %s without its own message', (code, expected) => {
    const error = new TRPCError({ code, message: 'No procedure found on path "secret"' });
    expect(formatErrorResponse(error)).toEqual(errorResponse(expected));
  });

  it('is a client error for invalid input, and an internal error for invalid output', () => {
    const cause = z.object({ name: z.string() }).safeParse({}).error;
    const input = formatErrorResponse(new TRPCError({ code: 'BAD_REQUEST', cause }));
    expect(input).toMatchObject({
      status: 400,
      message: 'name is required and must be of type string.',
    });
    expect(formatErrorResponse(wrapped(cause))).toEqual(errorResponse('internal_error'));
  });

  it('has all invalid fields, which the message names', () => {
    const schema = z.strictObject({ name: z.string(), kinds: z.array(z.enum(['a', 'b'])) });
    const cause = schema.safeParse({ kinds: ['a', 'c'], 'x y': 1 }).error;
    const error = formatErrorResponse(new TRPCError({ code: 'BAD_REQUEST', cause }));
    expect(error).toMatchObject({
      message:
        'name is required and must be of type string. kinds.1 must be "a" or "b". "x y": not a known field.',
      fields: [
        { field: 'name', message: 'is required and must be of type string.' },
        { field: 'kinds.1', message: 'must be "a" or "b".' },
        { field: '"x y"', message: 'is not a known field.' },
      ],
    });
    expect(errorEnvelope(error, 'req_1').error).not.toHaveProperty('fields');
    const domainError = new InvalidFieldError('url', 'must begin with https://.');
    expect(formatErrorResponse(wrapped(domainError))).toMatchObject({
      message: 'url must begin with https://.',
      fields: [{ field: 'url', message: 'must begin with https://.' }],
    });
  });
});

describe('any other thrown value', () => {
  it.each([
    new Error('connect ECONNREFUSED postgres://user:password@db'),
    new TypeError('x is not a function'),
    wrapped(new Error('password')),
    'password',
    null,
    undefined,
    { code: 'not_found', message: 'password', status: 404 },
    { name: 'DomainError', code: 'not_found', message: 'password' },
  ])('is an internal error without details: %s', (thrown) => {
    expect(formatErrorResponse(thrown)).toEqual({
      status: 500,
      code: 'internal_error',
      message: errorTable.internal_error.message,
      retryAfterSeconds: undefined,
    });
  });
});

describe('input that does not match a schema', () => {
  const schema = z.strictObject({
    name: z.string().min(2, 'must be at least 2 characters').optional(),
    mode: z.enum(['one', 'two']).optional(),
    kind: z.literal('only').optional(),
    free: z.record(z.string(), z.unknown()).optional(),
    list: z.array(z.string()).optional(),
    inner: z.strictObject({ deep: z.strictObject({ email: z.string() }) }).optional(),
  });
  const message = (input: unknown) => formatErrorResponse(schema.safeParse(input).error).message;

  it.each([
    [{ name: 1 }, 'name must be of type string.'],
    [{ name: null }, 'name must be of type string.'],
    [{ name: 'a' }, 'name must be at least 2 characters.'],
    [{ mode: 'three' }, 'mode must be "one" or "two".'],
    [{ kind: 'other' }, 'kind must be "only".'],
    [{ free: 'text' }, 'free must be of type object.'],
    [{ list: ['a', 2] }, 'list.1 must be of type string.'],
    [{ inner: {} }, 'inner.deep is required and must be of type object.'],
    [{ inner: { deep: { email: true } } }, 'inner.deep.email must be of type string.'],
    [{ extra: 1 }, 'extra: not a known field.'],
    [
      { extra: 1, more: 2 },
      'extra: not a known field. more: not a known field. Did you mean mode?',
    ],
    [
      { ' ': 1, 'a.b': 2, '': 3 },
      '" ": not a known field. "a.b": not a known field. "": not a known field.',
    ],
    [{ name: '', nam: 1 }, 'name must be at least 2 characters. nam: not a known field.'],
    [{ nam: 1 }, 'nam: not a known field. Did you mean name?'],
    [{ name: 'ab', nam: 1 }, 'nam: not a known field.'],
    [{ inner: { deep: { email: '', eMail: 1 } } }, 'inner.deep.eMail: not a known field.'],
    [
      { inner: { deep: { eMail: '' } } },
      'inner.deep.email is required and must be of type string. inner.deep.eMail: not a known field. Did you mean inner.deep.email?',
    ],
    [{ ['x'.repeat(100)]: 1 }, `"${'x'.repeat(80)}…": not a known field.`],
    [{ inner: { deep: { email: '', cc: 1 } } }, 'inner.deep.cc: not a known field.'],
    [
      { name: 1, mode: 'x', kind: 'y' },
      'name must be of type string. mode must be "one" or "two". kind must be "only".',
    ],
    [
      Object.fromEntries(Array.from({ length: 22 }, (_, index) => [`x${index}`, index])),
      expect.stringMatching(/x19: not a known field\. \(and 2 more\)$/),
    ],
    [[], 'body must be of type object.'],
    [null, 'body must be of type object.'],
    [undefined, 'body is required and must be of type object.'],
  ])('%j: %s', (input, expected) => {
    expect(message(input)).toEqual(expected);
  });

  it('does not contain the value, which may be a secret', () => {
    expect(message({ mode: 'sk_live_secret' })).not.toContain('sk_live');
  });

  it('has a message for an error without issues', () => {
    expect(formatErrorResponse(new z.ZodError([]))).toEqual(errorResponse('invalid_request'));
  });
});
