import { z } from 'zod';

const url = (protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    message: `must be a URL with ${protocols.join(' or ')}`,
  });

/** An empty variable means the same as an absent one. */
const blankIsAbsent = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);

const schema = z
  .object({
    SANDBOX_DATABASE_URL: url(['postgres:', 'postgresql:']),
    SANDBOX_PORT: blankIsAbsent(z.coerce.number().int().min(0).max(65535).default(4010)),
    SANDBOX_HOST: blankIsAbsent(z.string().default('127.0.0.1')),
    SANDBOX_PUBLIC_URL: blankIsAbsent(url(['http:', 'https:']).default('http://localhost:4010')),
    SANDBOX_SECRET_KEY: z.string().regex(/^sk_test_\w{8,}$/, 'must look like sk_test_…'),
    SANDBOX_PUBLISHABLE_KEY: z.string().regex(/^pk_test_\w{8,}$/, 'must look like pk_test_…'),
    SANDBOX_WEBHOOK_URL: blankIsAbsent(url(['http:', 'https:']).optional()),
    SANDBOX_WEBHOOK_SECRET: blankIsAbsent(
      z
        .string()
        .regex(/^whsec_.{8,}$/, 'must look like whsec_…')
        .optional(),
    ),
    LOG_LEVEL: blankIsAbsent(
      z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    ),
  })
  .refine((env) => !env.SANDBOX_WEBHOOK_URL === !env.SANDBOX_WEBHOOK_SECRET, {
    message: 'SANDBOX_WEBHOOK_URL and SANDBOX_WEBHOOK_SECRET come together or not at all',
  });

export type Env = z.infer<typeof schema>;

/** Throws one readable line that names every variable at fault and shows no value. */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  const parsed = schema.safeParse(source);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) =>
    issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message,
  );
  throw new Error(`Invalid environment: ${faults.join('; ')}`);
}
