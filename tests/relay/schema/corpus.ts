/** Schemas as pydantic, zod, OpenAPI and the servers of MCP write them, and some that are odd. */
import type { JsonObject } from '../../../server/relay/wire/chat'

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
})

const text = { type: 'string' } as const

/** Definitions, each of which names the next one twice. */
function doubling(levels: number): JsonObject {
  const definitions: Record<string, JsonObject> = { [`D${levels}`]: text }
  for (let level = 0; level < levels; level += 1) {
    const next = { $ref: `#/$defs/D${level + 1}` }
    definitions[`D${level}`] = object({ left: next, right: next })
  }
  return object({ top: { $ref: '#/$defs/D0' } }, { $defs: definitions })
}

export const CORPUS: Readonly<Record<string, JsonObject>> = {
  'a closed object': object({ city: text }, { required: ['city'], additionalProperties: false }),
  'an object that does not say whether it is closed': object({ city: text }),
  'limits of numbers, texts and lists': object(
    {
      age: { type: 'integer', minimum: 1, maximum: 9, multipleOf: 2, description: 'In years' },
      name: { type: 'string', minLength: 1, maxLength: 9, pattern: '^(?!x)[a-z]+$' },
      tags: { type: 'array', items: text, minItems: 2, maxItems: 5, uniqueItems: true },
    },
    { required: ['age', 'name', 'tags'], additionalProperties: false },
  ),
  'pydantic: a reference with a title and a description': {
    $defs: {
      Question: object(
        { text: { type: 'string', title: 'Text' } },
        { required: ['text'], title: 'Q' },
      ),
    },
    ...object(
      {
        question: { $ref: '#/$defs/Question', title: 'The question', description: 'Asked' },
        extra: { type: 'object', additionalProperties: text, title: 'Extra' },
      },
      { required: ['question', 'extra'], title: 'Answer' },
    ),
  },
  'pydantic: an optional value and a union': {
    $defs: { Cat: object({ kind: { const: 'cat' } }), Dog: object({ kind: { const: 'dog' } }) },
    ...object(
      {
        pet: {
          discriminator: { propertyName: 'kind' },
          oneOf: [{ $ref: '#/$defs/Cat' }, { $ref: '#/$defs/Dog' }],
        },
        name: { anyOf: [text, { type: 'null' }], default: null, title: 'Name' },
      },
      { required: ['pet'] },
    ),
  },
  'pydantic 1: definitions and allOf': {
    ...object(
      { at: { title: 'At', allOf: [{ $ref: '#/definitions/Place' }] } },
      { required: ['at'] },
    ),
    definitions: {
      Place: object({ lat: { type: 'number', exclusiveMinimum: -90 } }, { required: ['lat'] }),
    },
  },
  'zod: a reference to a property, of draft 7': {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...object(
      {
        from: object({ 'a/b': { type: 'string', format: 'uri' } }, { additionalProperties: false }),
        to: { $ref: '#/properties/from' },
        escaped: { $ref: '#/properties/from/properties/a~1b' },
        percent: { $ref: '#/%24defs/per%25cent' },
        tuple: { type: 'array', items: [text, { type: 'number' }], additionalItems: false },
      },
      { additionalProperties: false },
    ),
    $defs: { 'per%cent': { type: 'boolean' } },
  },
  'a tree by a definition': {
    $ref: '#/$defs/Node',
    $defs: {
      Node: object(
        { value: text, children: { type: 'array', items: { $ref: '#/$defs/Node' } } },
        { required: ['value', 'children'], additionalProperties: false },
      ),
    },
  },
  'a tree by its root': object({ child: { $ref: '#' }, name: text }),
  'two that hold each other': object(
    { first: { $ref: '#/$defs/A', description: 'The first' } },
    {
      required: ['first'],
      $defs: {
        A: object({ b: { $ref: '#/$defs/B' } }, { required: ['b'] }),
        B: object({ a: { anyOf: [{ $ref: '#/$defs/A' }, { type: 'null' }] } }),
      },
    },
  ),
  'a reference to itself alone': object(
    { x: { $ref: '#/$defs/X' } },
    { $defs: { X: { $ref: '#/$defs/X' } } },
  ),
  'references that lead nowhere': object({
    gone: { $ref: '#/$defs/Gone' },
    far: { $ref: 'https://example.org/schema.json#/x', description: 'Far' },
    __proto: { $ref: '#/$defs/__proto__/constructor' },
  }),
  'anchors and ids': {
    $id: 'https://example.org/root.json',
    ...object({
      a: { $ref: '#here' },
      b: { $ref: 'https://example.org/root.json#/$defs/Other' },
    }),
    $defs: { Here: { $anchor: 'here', ...text }, Other: object({ c: text }) },
  },
  'names and defaults that look like references': object({
    $ref: { type: 'string', default: '#/$defs/x' },
    value: { type: 'object', properties: { a: text }, default: { $ref: '#/nowhere' } },
  }),
  'one of several sets of properties is required': object(
    { id: text, title: text, body: text },
    { required: ['id'], anyOf: [{ required: ['title'] }, { required: ['body'] }] },
  ),
  'a union at the top': {
    anyOf: [
      object({ kind: { const: 'a' }, x: text }, { required: ['kind', 'x'] }),
      object({ kind: { const: 'b' }, y: { type: 'number' } }, { required: ['kind'] }),
    ],
  },
  'a join at the top': {
    allOf: [{ $ref: '#/$defs/Base' }, object({ more: text }, { required: ['more'] })],
    $defs: { Base: object({ id: text }, { required: ['id'] }) },
  },
  'anything at all': object({ anything: {}, list: { type: 'array' } }),
  'an open object': { type: 'object', additionalProperties: true },
  'values of an enumeration': object(
    {
      size: { enum: ['s', 'm', null] },
      deep: { enum: [{ a: 1 }] },
      many: { type: ['string', 'null'] },
    },
    { required: ['size', 'deep', 'many'], additionalProperties: false },
  ),
  'OpenAPI: nullable': object({ name: { type: 'string', nullable: true, example: 'x' } }),
  'references that would double 30 times': doubling(30),
}
