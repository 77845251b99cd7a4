import { describe, expect, test } from 'bun:test'
import { encodeTools } from '../../../server/relay/formats/dialects/gemini/encode-tools'
import { cleanSchema } from '../../../server/relay/formats/dialects/gemini/schema'
import type { JsonObject, ToolChoice, ToolDefinition } from '../../../server/relay/wire/chat'

function encode(tools: readonly ToolDefinition[], choice?: ToolChoice, takesJsonSchema = true) {
  const losses = new Set<string>()
  const body = encodeTools(tools, choice, { takesJsonSchema, losses })
  return { body, losses: [...losses] }
}

const CITY: ToolDefinition = {
  name: 'get_weather',
  description: 'Weather of a city',
  parameters: {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    title: 'City',
    additionalProperties: false,
    properties: { city: { type: 'string', default: 'Paris', format: 'hostname' } },
    required: ['city', 'gone'],
  },
}

describe('tools', () => {
  test('functions are declared with a cleaned schema', () => {
    expect(encode([CITY])).toEqual({
      body: {
        tools: [
          {
            functionDeclarations: [
              {
                name: 'get_weather',
                description: 'Weather of a city',
                parameters: {
                  type: 'object',
                  properties: { city: { type: 'string' } },
                  required: ['city'],
                },
              },
            ],
          },
        ],
      },
      losses: [],
    })
  })

  test('the names of built-in tools switch those on beside functions', () => {
    const { body } = encode([{ name: 'googleSearch' }, CITY, { name: 'codeExecution' }])
    expect(body.tools).toMatchObject([
      { functionDeclarations: [{ name: 'get_weather' }] },
      { googleSearch: {} },
      { codeExecution: {} },
    ])
  })

  test.each([
    [undefined, undefined],
    [{ mode: 'auto' }, { mode: 'AUTO' }],
    [{ mode: 'none' }, { mode: 'NONE' }],
    [{ mode: 'required' }, { mode: 'ANY' }],
    [
      { mode: 'tool', name: 'get_weather' },
      { mode: 'ANY', allowedFunctionNames: ['get_weather'] },
    ],
  ] as const)('choice %j is %j', (choice, expected) => {
    const config = encode([CITY], choice).body.toolConfig as JsonObject | undefined
    expect(config?.functionCallingConfig).toEqual(expected)
  })

  test('a choice without functions is not sent, because the upstream refuses it', () => {
    expect(encode([], { mode: 'required' }).body).toEqual({})
    expect(encode([{ name: 'googleSearch' }], { mode: 'auto' }).body.toolConfig).toBeUndefined()
  })

  test.each([
    [undefined],
    [{ type: 'object' }],
    [{ type: 'object', properties: {}, additionalProperties: false }],
  ])('a function without parameters has no schema: %j', (parameters) => {
    const { body } = encode([{ name: 'now', ...(parameters && { parameters }) }])
    expect(body.tools).toEqual([{ functionDeclarations: [{ name: 'now' }] }])
  })

  const tree: JsonObject = {
    $schema: 'x',
    type: 'object',
    properties: { child: { $ref: '#' }, extra: { type: 'object' } },
  }

  test('a schema that does not fit goes whole where full JSON Schema is taken', () => {
    const { body, losses } = encode([{ name: 'walk', parameters: tree }])
    const properties = { child: { $ref: '#/$defs/root' }, extra: { type: 'object' } }
    const root = { type: 'object', properties }
    const parametersJsonSchema = { ...root, $defs: { root } }
    expect(body.tools).toEqual([{ functionDeclarations: [{ name: 'walk', parametersJsonSchema }] }])
    expect(losses).toEqual([])
  })

  test('for an old model it is cut down and every loss is named', () => {
    const { body, losses } = encode([{ name: 'walk', parameters: tree }], undefined, false)
    expect(body.tools).toMatchObject([
      {
        functionDeclarations: [
          {
            parameters: {
              properties: { child: { type: 'object' }, extra: { type: 'object' } },
            },
          },
        ],
      },
    ])
    expect(losses).toEqual(['tools.parameters.recursive $ref', 'tools.parameters.properties'])
  })
})

const LOSSLESS: readonly [string, JsonObject, JsonObject][] = [
  [
    'a reference is put in place',
    { type: 'object', properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: { type: 'string' } } },
    { type: 'object', properties: { a: { type: 'string' } } },
  ],
  [
    'null among the types is nullable',
    { type: ['string', 'null'] },
    { type: 'string', nullable: true },
  ],
  [
    'several types are alternatives',
    { type: ['string', 'integer'], description: 'd' },
    { anyOf: [{ type: 'string' }, { type: 'integer' }], description: 'd' },
  ],
  [
    'oneOf is anyOf, and null in it nullable',
    { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] },
    { anyOf: [{ type: 'string' }, { type: 'number' }], nullable: true },
  ],
  ['one alternative is the schema itself', { anyOf: [{ type: 'string' }] }, { type: 'string' }],
  [
    'allOf is merged',
    {
      allOf: [
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        { type: 'object', properties: { b: { type: 'string' } }, required: ['b'] },
      ],
    },
    {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      required: ['a', 'b'],
    },
  ],
  ['a constant is an enumeration of one', { const: 'x' }, { type: 'string', enum: ['x'] }],
  [
    'an exclusive limit of a whole number moves by one',
    { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 9 },
    { type: 'integer', minimum: 1, maximum: 8 },
  ],
  [
    'limits that have a place stay',
    { type: 'array', items: { type: 'string', maxLength: 3 }, minItems: 1 },
    { type: 'array', items: { type: 'string', maxLength: 3 }, minItems: 1 },
  ],
  [
    'properties named like keywords are properties',
    { type: 'object', properties: { title: { type: 'string' }, not: { type: 'string' } } },
    { type: 'object', properties: { title: { type: 'string' }, not: { type: 'string' } } },
  ],
]

test.each(LOSSLESS)('%s', (_name, schema, expected) => {
  expect(cleanSchema(schema)).toEqual({ schema: expected, lost: [] })
})

const LOSSY: readonly [JsonObject, string][] = [
  [{ type: 'object', properties: { a: {} } }, 'type'],
  [{ type: 'integer', enum: [1, 2] }, 'enum'],
  [{ type: 'array' }, 'items'],
  [{ type: 'object', additionalProperties: { type: 'string' } }, 'additionalProperties'],
  [{ type: 'string', not: { const: 'x' } }, 'not'],
  [{ $ref: 'https://example.org/a.json' }, '$ref'],
  [{ $ref: '#/$defs/gone' }, '$ref'],
  [
    {
      type: 'object',
      properties: { a: { type: 'string' } },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    },
    'anyOf',
  ],
]

test.each(LOSSY)('%j cannot be said in full: %s', (schema, keyword) => {
  expect(cleanSchema(schema).lost).toContain(keyword)
})

test('a schema nested without end is cut off', () => {
  let schema: JsonObject = { type: 'string' }
  for (let level = 0; level < 100; level += 1) {
    schema = { type: 'array', items: schema }
  }
  expect(cleanSchema(schema).lost).toEqual(['depth'])
})
