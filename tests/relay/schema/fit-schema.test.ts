/** How a schema looks in each form, and what is said of it that the form cannot say. */
import { describe, expect, test } from 'bun:test'
import { SCHEMA_FORMS } from '../../../server/domain/vendor-limits/schema-forms'
import { plainArguments } from '../../../server/relay/formats/schema/arguments'
import { fitSchema } from '../../../server/relay/formats/schema/fit'
import type { JsonObject } from '../../../server/relay/wire/chat'
import { CORPUS } from './corpus'

const text = { type: 'string' }

interface Case {
  readonly name: string
  readonly schema: JsonObject
  readonly form: keyof typeof SCHEMA_FORMS
  readonly expected: JsonObject
  readonly lost?: readonly string[]
}

const CASES: readonly Case[] = [
  {
    name: 'a reference is put in place, and what stands beside it wins',
    form: 'gemini',
    schema: {
      type: 'object',
      properties: { q: { $ref: '#/$defs/Q', title: 'The question' } },
      $defs: { Q: { type: 'string', title: 'Q', description: 'Asked' } },
    },
    expected: {
      type: 'object',
      properties: { q: { type: 'string', title: 'The question', description: 'Asked' } },
    },
  },
  {
    name: 'a circle stays as a bare reference that nothing requires',
    form: 'gemini',
    schema: {
      $ref: '#/definitions/Node',
      definitions: {
        Node: {
          type: 'object',
          properties: { value: text, next: { $ref: '#/definitions/Node', description: 'Next' } },
          required: ['value', 'next'],
        },
      },
    },
    expected: {
      type: 'object',
      properties: { value: text, next: { $ref: '#/$defs/Node' } },
      required: ['value'],
      $defs: {
        Node: {
          type: 'object',
          properties: { value: text, next: { $ref: '#/$defs/Node' } },
          required: ['value'],
        },
      },
    },
    lost: ['required'],
  },
  {
    name: 'a value that is given is a choice of one',
    form: 'gemini',
    schema: { type: 'object', properties: { kind: { const: 'cat' } } },
    expected: { type: 'object', properties: { kind: { enum: ['cat'] } } },
  },
  {
    name: 'objects are closed and limits are told in words',
    form: 'claude',
    schema: {
      type: 'object',
      properties: { age: { type: 'integer', minimum: 0, description: 'In years' } },
      required: ['age', 'gone'],
    },
    expected: {
      type: 'object',
      properties: { age: { type: 'integer', description: 'In years\n\n{minimum: 0}' } },
      required: ['age'],
      additionalProperties: false,
    },
    lost: ['minimum'],
  },
  {
    name: 'formats that are not known, lists that are too short, tuples',
    form: 'claude',
    schema: {
      type: 'object',
      properties: {
        at: { type: 'string', format: 'regex' },
        some: { type: 'array', items: text, minItems: 1 },
        more: { type: 'array', items: text, minItems: 2 },
        pair: { type: 'array', items: [text, text] },
      },
    },
    expected: {
      type: 'object',
      properties: {
        at: { type: 'string', description: '{format: "regex"}' },
        some: { type: 'array', items: text, minItems: 1 },
        more: { type: 'array', items: text, description: '{minItems: 2}' },
        pair: {
          type: 'array',
          description: '{prefixItems: [{"type":"string"},{"type":"string"}]}',
        },
      },
      additionalProperties: false,
    },
    lost: ['format', 'minItems', 'prefixItems'],
  },
  {
    name: 'a type that only the values tell',
    form: 'claude',
    schema: { type: 'object', properties: { size: { enum: ['s', null] }, one: { const: 1 } } },
    expected: {
      type: 'object',
      properties: {
        size: { type: ['string', 'null'], enum: ['s', null] },
        one: { type: 'number', const: 1 },
      },
      additionalProperties: false,
    },
  },
  {
    name: 'what OpenAI keeps to stays, and the rest is told in words',
    form: 'openai',
    schema: {
      type: 'object',
      properties: { name: { type: 'string', pattern: '^a', minLength: 1 } },
      required: ['name'],
    },
    expected: {
      type: 'object',
      properties: { name: { type: 'string', pattern: '^a', description: '{minLength: 1}' } },
      required: ['name'],
      additionalProperties: false,
    },
    lost: ['minLength'],
  },
]

describe('a schema in the form of a vendor', () => {
  test.each(CASES)('$form: $name', ({ schema, form, expected, lost = [] }) => {
    const fitted = fitSchema(schema, SCHEMA_FORMS[form])
    expect(fitted.schema).toEqual(expected)
    expect(JSON.stringify(fitted.schema)).toBe(JSON.stringify(expected))
    expect(fitted.lost).toEqual(lost)
    expect(fitted.unfit).toEqual([])
  })

  const UNFIT: readonly (readonly [keyof typeof SCHEMA_FORMS, JsonObject, string])[] = [
    ['claude', { type: 'object', additionalProperties: text }, 'additionalProperties'],
    ['claude', { type: 'object' }, 'additionalProperties'],
    ['claude', { type: 'object', properties: { any: {} } }, 'type'],
    ['claude', { type: 'object', properties: { any: true } }, 'type'],
    ['claude', { type: 'object', properties: { me: { $ref: '#' } } }, 'recursive $ref'],
    ['claude', { type: 'object', properties: optional(25) }, 'size'],
    ['openai', { type: 'object', properties: optional(1) }, 'required'],
    ['openai', { type: 'object', properties: { a: { type: 'array' } }, required: ['a'] }, 'items'],
  ]

  test.each(UNFIT)('%s cannot say %j: %s', (form, schema, reason) => {
    expect(fitSchema(schema, SCHEMA_FORMS[form]).unfit).toEqual([reason])
  })
})

function optional(count: number): JsonObject {
  const names = Array.from({ length: count }, (_, at) => [`p${at}`, text] as const)
  return Object.fromEntries(names)
}

describe('references that would grow without end', () => {
  test('a circle is found among more schemas than a document may have definitions', () => {
    const next = { $ref: '#/$defs/Node' }
    const Node = { type: 'object', properties: { next } }
    const schema = {
      type: 'object',
      properties: { ...optional(300), tree: next, name: { $ref: '#/$defs/Name' } },
      $defs: { Node, Name: text },
    }
    const parsed: JsonObject = JSON.parse(JSON.stringify(schema))
    expect(fitSchema(parsed, SCHEMA_FORMS.gemini).schema).toMatchObject({
      properties: { tree: Node, name: text },
      $defs: { Node },
    })
  })

  test.each(Object.keys(SCHEMA_FORMS) as (keyof typeof SCHEMA_FORMS)[])('%s', (form) => {
    const { schema } = fitSchema(
      CORPUS['references that would double 30 times'] ?? {},
      SCHEMA_FORMS[form],
    )
    expect(Object.keys(schema.$defs ?? {})).toHaveLength(31)
  })

  test('thousands of definitions, each of which holds all others', () => {
    const names = Array.from({ length: 300 }, (_, at) => `D${at}`)
    const all = Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }]))
    const $defs = Object.fromEntries(
      names.map((name) => [name, { type: 'object', properties: all }]),
    )
    const schema = { type: 'object', properties: all, $defs }
    const made = JSON.stringify(fitSchema(schema, SCHEMA_FORMS.gemini).schema)
    expect(made.length).toBeLessThan(2 * JSON.stringify(schema).length)
  })

  test('a long chain of references is followed, or stays a chain', () => {
    const names = Array.from({ length: 5_000 }, (_, at) => at)
    const $defs = Object.fromEntries(
      names.map((at) => [`D${at}`, { type: 'array', items: { $ref: `#/$defs/D${at + 1}` } }]),
    )
    const schema = { type: 'object', properties: { a: { $ref: '#/$defs/D0' } }, $defs }
    const made = JSON.stringify(fitSchema(schema, SCHEMA_FORMS.gemini).schema)
    expect(made.length).toBeLessThan(2 * JSON.stringify(schema).length)
  })

  test('references to references, as many as there are', () => {
    const names = Array.from({ length: 5_000 }, (_, at) => at)
    const $defs = Object.fromEntries(names.map((at) => [`D${at}`, { $ref: `#/$defs/D${at + 1}` }]))
    const used = Object.fromEntries(names.map((at) => [`p${at}`, { $ref: `#/$defs/D${at}` }]))
    const schema = { type: 'object', properties: used, $defs: { ...$defs, D5000: text } }
    const { properties } = fitSchema(schema, SCHEMA_FORMS.gemini).schema
    expect(Object.keys(properties ?? {})).toHaveLength(5_000)
  })
})

const TOPS: readonly (readonly [string, JsonObject, JsonObject, readonly string[]])[] = [
  [
    'sets of which one is required are told in words',
    {
      type: 'object',
      properties: { id: text, title: text },
      required: ['id'],
      anyOf: [{ required: ['title'] }, { required: ['id'] }],
    },
    {
      type: 'object',
      properties: { id: text, title: text },
      required: ['id'],
      description: '{anyOf: [{"required":["title"]},{"required":["id"]}]}',
    },
    ['tools.parameters.anyOf'],
  ],
  [
    'alternatives become one object',
    {
      description: 'Either',
      oneOf: [
        { type: 'object', properties: { kind: { const: 'a' }, x: text }, required: ['kind', 'x'] },
        { type: 'object', properties: { kind: { const: 'b' }, x: text }, required: ['kind'] },
        { type: 'null' },
      ],
    },
    {
      description:
        'Either\n\n{oneOf: [{"required":["kind","x"]},{"required":["kind"]},{"type":"null"}]}',
      type: 'object',
      properties: { kind: { anyOf: [{ const: 'a' }, { const: 'b' }] }, x: text },
      required: ['kind'],
    },
    ['tools.parameters.oneOf'],
  ],
  [
    'what is joined is joined',
    {
      allOf: [{ $ref: '#/definitions/Base' }, { properties: { more: text } }],
      definitions: { Base: { type: 'object', properties: { id: text }, required: ['id'] } },
    },
    { type: 'object', properties: { id: text, more: text }, required: ['id'] },
    [],
  ],
]

describe('the arguments of a tool are one plain object', () => {
  test.each(TOPS)('%s', (_name, schema, expected, losses) => {
    const named = new Set<string>()
    const made = plainArguments(schema, named)
    expect(JSON.stringify(made)).toBe(JSON.stringify(expected))
    expect([...named]).toEqual([...losses])
  })

  test('a schema without alternatives at its top is the same object', () => {
    const schema = { type: 'object', properties: { a: { anyOf: [text, { type: 'null' }] } } }
    expect(plainArguments(schema, new Set())).toBe(schema)
  })
})
