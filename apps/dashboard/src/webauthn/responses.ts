import { z } from 'zod';

const base64url = z.string().regex(/^[\w-]*$/, 'must be base64url');

const shared = {
  id: base64url.min(1).max(2_000),
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
};

/** The response of an authenticator that created a passkey, as JSON text. */
export const registrationResponse = jsonText(
  z.object({
    ...shared,
    response: z.object({
      clientDataJSON: base64url,
      attestationObject: base64url,
      transports: z.array(z.string().max(30)).max(10).default([]),
    }),
  }),
);

/** The response of an authenticator that used a passkey, as JSON text. */
export const assertionResponse = jsonText(
  z.object({
    ...shared,
    response: z.object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      userHandle: base64url.default(''),
    }),
  }),
);

function jsonText<Schema extends z.ZodType>(schema: Schema) {
  return z
    .string()
    .max(20_000, 'is too long')
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message: 'must be JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);
}
