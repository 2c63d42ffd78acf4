import { z } from 'zod';
import { CURRENCIES } from './currencies.ts';
import { type Words, words } from './words.ts';

/** Adds a Zod issue with an error code of the API. */
const addIssue = (context: z.RefinementCtx, message: string, code?: string): never => {
  context.addIssue({ code: 'custom', message, params: code ? { stripe: code } : {} });
  return z.NEVER;
};

/** A string that is not empty, converted by `parse`. */
const parsed = <T>(parse: (value: string, context: z.RefinementCtx) => T) =>
  z
    .string()
    .transform((value, context) =>
      value === '' ? addIssue(context, '', 'parameter_invalid_empty') : parse(value, context),
    );

export const text = (max = 5_000) =>
  parsed((value, context) =>
    value.length <= max
      ? value
      : addIssue(
          context,
          `Invalid string: ${value.slice(0, 20)}...; must be at most ${max} characters`,
        ),
  );

export const integer = (min = -2_147_483_648, max = 99_999_999_999) =>
  parsed((value, context) => {
    const number = Number(value);
    const code = 'parameter_invalid_integer';
    if (!/^-?\d{1,15}$/.test(value)) return addIssue(context, `Invalid integer: ${value}`, code);
    if (number < min)
      return addIssue(context, `This value must be greater than or equal to ${min}.`, code);
    if (number > max)
      return addIssue(context, `This value must be less than or equal to ${max}.`, code);
    return number;
  });

/** An amount in minor units; `checkAmount` limits it by its currency. */
export const amount = (min: number) => integer(min, 999_999_999_999_999);

export const flag = () =>
  parsed((value, context) => {
    if (value === 'true' || value === '1') return true;
    if (value === 'false' || value === '0') return false;
    return addIssue(context, `Invalid boolean: ${value}`);
  });

export const oneOf = <const T extends readonly string[]>(...values: T) =>
  parsed((value, context): T[number] => {
    const found = values.find((candidate) => candidate === value);
    if (found !== undefined) return found;
    const options =
      values.length === 1 ? values[0] : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
    return addIssue(context, `Invalid {param}: must be one of ${options}`);
  });

export const email = () =>
  parsed((value, context) =>
    /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) && value.length <= 512
      ? value
      : addIssue(context, `Invalid email address: ${value}`, 'email_invalid'),
  );

export const webUrl = () =>
  z.string().transform((value, context) => {
    // Checkout's placeholder is not valid in a URL.
    const probe = value.replaceAll('{CHECKOUT_SESSION_ID}', 'cs');
    if (URL.canParse(probe) && /^https?:$/.test(new URL(probe).protocol)) return value;
    return addIssue(context, 'Not a valid URL', 'url_invalid');
  });

export const currency = () =>
  parsed((value, context) => {
    const code = value.toLowerCase();
    if (CURRENCIES.has(code)) return code;
    return addIssue(
      context,
      `Invalid currency: ${code}. Stripe currently supports these currencies: ${[...CURRENCIES].join(', ')}`,
    );
  });

/** Accepts an empty string, which unsets the field, as null. */
export const orEmpty = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullable());

/** `a[0]=x` and `a[]=x` are parsed as records with numeric keys. */
export const listSchema = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => {
    if (typeof value !== 'object' || value === null) return value;
    const keys = Object.keys(value);
    if (!keys.every((key) => /^\d{1,4}$/.test(key))) return value;
    return Object.entries(value)
      .sort(([a], [b]) => Number(a) - Number(b))
      .map(([, item]) => item as unknown);
  }, z.array(schema));

/** Metadata to merge; an empty value removes its key. */
export const metadata = () =>
  z.record(z.string(), z.string()).superRefine((value, context) => {
    const keys = Object.keys(value);
    if (keys.length > 50) addIssue(context, 'Metadata can have up to 50 keys.');
    for (const key of keys) {
      if (key === '' || key.length > 40)
        addIssue(
          context,
          `Invalid metadata key '${key.slice(0, 45)}': keys must have 1 to 40 characters.`,
        );
      else if (/[[\]]/.test(key))
        addIssue(context, `Invalid metadata key '${key}': square brackets are not allowed.`);
      if ((value[key] ?? '').length > 500)
        addIssue(
          context,
          `Metadata values can have up to 500 characters, but the value of '${key}' is longer.`,
        );
    }
  });

/** The parameter that every operation accepts. */
export const expandParams = z.strictObject({ expand: listSchema(text(200)).default([]) });

export const noParams = z.strictObject({});

const addressPart = (max?: number) => orEmpty(text(max)).default(null);

/** An address; a part that is not given is null. */
export const address = () =>
  z.strictObject({
    city: addressPart(),
    country: addressPart(2),
    line1: addressPart(),
    line2: addressPart(),
    postal_code: addressPart(),
    state: addressPart(),
  });

/** The `shipping` fields that customers and payments share. */
export const shippingFields = {
  address: address(),
  name: text(),
  phone: orEmpty(text()).optional(),
};

export const paymentMethodTypes = () => listSchema(oneOf('card', 'link'));

/** Merges metadata: an empty value removes its key, null removes all keys. */
export function mergeMetadata(
  current: Record<string, string>,
  change: Record<string, string> | null | undefined,
): Record<string, string> {
  if (change === null) return {};
  const merged = new Map(Object.entries({ ...current, ...change }));
  for (const [key, value] of merged) if (value === '') merged.delete(key);
  return Object.fromEntries(merged);
}

const range = () =>
  z.strictObject({
    gt: integer().optional(),
    gte: integer().optional(),
    lt: integer().optional(),
    lte: integer().optional(),
  });

export type CreatedFilter = number | z.infer<ReturnType<typeof range>>;

/** `created=…` or `created[gte]=…`. */
export const createdFilter = () => z.union([integer(), range()]);

export const paging = {
  limit: integer(1, 100).optional(),
  starting_after: text().optional(),
  ending_before: text().optional(),
};

/** Returns the given fields of `source` that are not undefined. */
export const pickDefined = <T, K extends keyof T>(source: T, ...keys: K[]) =>
  omitUndefined(Object.fromEntries(keys.map((key) => [key, source[key]]))) as {
    [P in K]?: Exclude<T[P], undefined>;
  };

/** Returns the fields that are not undefined. */
export const omitUndefined = (record: object): object =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

/** Returns the fields of `source` that a text names; null for those that are undefined. */
export const pickOrNull = <T, const Text extends string>(
  source: T,
  text: Text & (Words<Text> extends keyof T ? unknown : never),
) =>
  Object.fromEntries(
    words<string>(text).map((name) => [name, source[name as keyof T] ?? null]),
  ) as { [K in Words<Text> & keyof T]: Exclude<T[K], undefined> | null };
