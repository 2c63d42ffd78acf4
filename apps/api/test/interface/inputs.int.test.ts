import { afterAll, describe, expect, it } from 'vitest';
import { startApi } from '../api.ts';
import { type InputField, inputs, type OperationInput } from './inputs.ts';
import { operations } from './response-shapes.ts';
import { type Call, type CallResult, getSurfaces } from './surfaces.ts';

const api = await startApi();
afterAll(() => api.stop());

type Input = Record<string, unknown>;

it('the test has the input fields of every write of the interface', () => {
  const writes = operations.filter(([, , method]) => method !== 'GET').map(([, name]) => name);
  expect(inputs.map(({ operation }) => operation).sort()).toEqual(writes.sort());
});

describe.each(getSurfaces(() => api))('over %s', (_, call) => {
  describe.each(inputs.map((one) => [one.operation, one] as const))('%s', (__, one) => {
    const fields = Object.entries(one.fields);

    it('accepts all fields and accepts only the required fields', async () => {
      await expectAccepted(
        call,
        one,
        buildInput(one, () => true),
      );
      await expectAccepted(
        call,
        one,
        buildInput(one, ({ required }) => required),
      );
    });

    it('rejects an unknown field by name', async () => {
      const result = await call(one.operation, { ...buildInput(one, isRequired), surprise: 1 });
      expectRejected(result, 'surprise: not a known field');
    });

    it.each(fields)('enforces the type and the limits of %s', async (name, field) => {
      const base = baseFor(one, name);
      if (field.required) {
        // The message starts with the field, whether it is missing or invalid.
        expectRejected(await call(one.operation, without(base, name)), `${name} `);
      } else {
        await expectAccepted(call, one, without(base, name));
      }
      for (const good of field.good) {
        const { value, otherFields } = unwrapValue(good);
        await expectAccepted(call, one, withValue({ ...base, ...otherFields }, name, value));
      }
      if (field.nullable) await expectAccepted(call, one, withValue(base, name, null));
      for (const bad of rejectedValues(field)) {
        const result = await call(one.operation, withValue(base, name, bad));
        expectRejected(result, name.split('.')[0] ?? '', JSON.stringify(bad));
        // The path of the field, not only of its object.
        expect([name, result.message.includes(name)], result.message).toEqual([name, true]);
      }
    });
  });
});

const isRequired = ({ required }: InputField): boolean => required;

/** Expects that the input passed validation: the outcome is success or an error of a later check. */
async function expectAccepted(
  call: Call,
  { operation }: OperationInput,
  input: Input,
): Promise<void> {
  const result = await call(operation, input);
  // The publishable key of the handoff is unknown, so valid input fails for that reason only.
  const outcomes = [200, 404, 'publishable_key_mismatch'];
  const outcome = outcomes.includes(result.status) ? result.status : result.code;
  expect(outcomes, `${JSON.stringify(input).slice(0, 400)}: ${result.message}`).toContain(outcome);
}

function expectRejected(result: CallResult, start: string, given = ''): void {
  const refused = [400, 'invalid_request', start];
  expect([result.status, result.code, result.message.slice(0, start.length)], given).toEqual(
    refused,
  );
}

/** Values that are invalid for the type of the field or for the field itself. */
function rejectedValues({ type, nullable, bad = [] }: InputField): unknown[] {
  const others = {
    string: [1, true, [], {}],
    integer: ['1', '', 1.5, true, [], {}],
    object: ['x', 1, true, []],
    list: ['x', 1, true, {}],
  };
  return [...others[type], ...(nullable ? [] : [null]), ...bad];
}

/** An input with the selected fields, each with its first accepted value. */
function buildInput(one: OperationInput, wanted: (field: InputField) => boolean): Input {
  let input: Input = { ...one.params };
  for (const [name, field] of Object.entries(one.fields)) {
    if (name.includes('.') || !wanted(field)) continue;
    const { value, otherFields } = unwrapValue(field.good[0]);
    input = { ...input, [name]: value, ...otherFields };
  }
  return input;
}

/** The minimal input that can contain a field: the required fields and the object around it. */
function baseFor(one: OperationInput, name: string): Input {
  const base = buildInput(one, isRequired);
  const [outer = '', inner] = name.split('.');
  if (inner === undefined || base[outer] !== undefined) return base;
  return { ...base, [outer]: one.fields[outer]?.good[0] };
}

function unwrapValue(good: unknown): { value: unknown; otherFields: Input } {
  const wrapped = good as { value?: unknown; otherFields?: Input } | null;
  return typeof wrapped === 'object' && wrapped?.otherFields
    ? { value: wrapped.value, otherFields: wrapped.otherFields }
    : { value: good, otherFields: {} };
}

function withValue(input: Input, name: string, value: unknown): Input {
  const [outer = '', inner] = name.split('.');
  if (inner === undefined) return { ...input, [outer]: value };
  return { ...input, [outer]: { ...(input[outer] as Input), [inner]: value } };
}

function without(input: Input, name: string): Input {
  const [outer = '', inner] = name.split('.');
  const { [outer]: value, ...rest } = input;
  if (inner === undefined) return rest;
  const { [inner]: _, ...others } = value as Input;
  return { ...rest, [outer]: others };
}
