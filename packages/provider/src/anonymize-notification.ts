const names = ['id', 'object', 'status', 'amount', 'amount_refunded', 'currency'];
const proxyNames = ['proxy_acquisition_attempt_id', 'proxy_session_id', 'proxy_contract_version'];

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function pick(fields: unknown, wanted: readonly string[]): Fields {
  if (!isFields(fields)) return {};
  return Object.fromEntries(
    wanted.filter((name) => name in fields).map((name) => [name, fields[name]]),
  );
}

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
        ...('payment_intent' in object ? { payment_intent: idOf(object.payment_intent) } : {}),
        ...(isFields(subscription)
          ? {
              parent: {
                subscription_details: withMetadata(
                  { subscription: idOf(subscription.subscription) },
                  subscription,
                ),
              },
            }
          : {}),
      },
    },
  };
}

/** An id, also of an object that the event contains as a whole. */
const idOf = (value: unknown): unknown => (isFields(value) ? value.id : value);
