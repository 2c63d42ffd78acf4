/** What `parseNotification` reads of an object and of its last error, besides ids of other objects. */
const names = [
  'id',
  'object',
  'status',
  'payment_status',
  'amount',
  'amount_paid',
  'amount_received',
  'amount_refunded',
  'currency',
];
const errorNames = ['charge', 'code', 'decline_code', 'type'];
const proxyNames = ['proxy_acquisition_attempt_id', 'proxy_session_id', 'proxy_contract_version'];

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The longest text that is kept: ids, types and codes of the provider are shorter. */
const MAX_TEXT = 255;

const isShort = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.length <= MAX_TEXT
    : typeof value !== 'object' || value === null;

/** The wanted fields that are there, unless they have another shape than the provider documents. */
function pick(fields: unknown, wanted: readonly string[]): Fields {
  if (!isFields(fields)) return {};
  return Object.fromEntries(
    wanted
      .filter((name) => name in fields && isShort(fields[name]))
      .map((name) => [name, fields[name]]),
  );
}

const pickIds = (fields: Fields, wanted: readonly string[]): Fields =>
  pick(
    Object.fromEntries(
      wanted.filter((name) => name in fields).map((name) => [name, getId(fields[name])]),
    ),
    wanted,
  );

const pickErrors = (fields: Fields, wanted: readonly string[]): Fields =>
  Object.fromEntries(
    wanted
      .filter((name) => isFields(fields[name]))
      .map((name) => [name, pick(fields[name], errorNames)]),
  );

/**
 * The parts of a stored event that `parseNotification` reads, which contain no personal data. The event
 * can still be applied.
 */
export function anonymizeNotification(payload: Fields): Record<string, unknown> {
  const { data } = payload;
  const object = isFields(data) && isFields(data.object) ? data.object : {};
  const subscription = isFields(object.parent) ? object.parent.subscription_details : undefined;
  const withMetadata = (fields: Fields, source: unknown) =>
    isFields(source) && isFields(source.metadata)
      ? { ...fields, metadata: pick(source.metadata, proxyNames) }
      : fields;
  return {
    ...pick(payload, ['id', 'object', 'type', 'created', 'livemode']),
    data: {
      object: {
        ...withMetadata(pick(object, names), object),
        ...pickIds(object, ['payment_intent', 'latest_attempt', 'subscription']),
        ...pickErrors(object, ['last_payment_error', 'last_setup_error']),
        ...(isFields(subscription)
          ? {
              parent: {
                subscription_details: withMetadata(
                  pickIds(subscription, ['subscription']),
                  subscription,
                ),
              },
            }
          : {}),
      },
    },
  };
}

/** Bytes of an event that is stored as it was received. Usual ones have 2 to 5 KiB. */
const MAX_STORED_BYTES = 8 * 1024;

/** An event as it is stored: of a large one, only the parts that `anonymizeNotification` keeps. */
export function limitStoredEvent(payload: Fields): Fields {
  const bytes = Buffer.byteLength(JSON.stringify(payload));
  return bytes > MAX_STORED_BYTES ? anonymizeNotification(payload) : payload;
}

/** An id, also of an object that the event contains as a whole. */
const getId = (value: unknown): unknown => (isFields(value) ? value.id : value);
