/**
 * What each vendor takes as a JSON Schema where it promises to keep to it, after its own
 * documents of November 2026. Everything else a client wrote is refused with the whole request,
 * so it is said in words instead.
 */
export interface SchemaForm {
  /** Keywords that are taken; `undefined` for all of them. */
  readonly keywords: ReadonlySet<string> | undefined
  /** Values of `format`; `undefined` for all of them. */
  readonly formats: ReadonlySet<string> | undefined
  /** `const` is heeded; elsewhere a choice of one value says the same. */
  readonly takesConst: boolean
  /** Highest `minItems`. */
  readonly mostMinItems: number
  /** Every object is closed by `additionalProperties: false`. */
  readonly closesObjects: boolean
  /** Every property is required. */
  readonly requiresAll: boolean
  /** Every schema says its type, and every array that of its items. */
  readonly isTyped: boolean
  /** Whether a schema may hold itself: never, always, or where nothing requires that. */
  readonly circles: 'never' | 'always' | 'optional'
  /** Most of each in all schemas of a request; more are refused as too complex. */
  readonly most: SchemaLimits
}

export interface SchemaLimits {
  /** Tools that are strict. */
  readonly tools: number
  readonly properties: number
  readonly optional: number
  /** Schemas of several types: `anyOf`, or a list as `type`. */
  readonly unions: number
}

const UNLIMITED: SchemaLimits = {
  tools: Number.POSITIVE_INFINITY,
  properties: Number.POSITIVE_INFINITY,
  optional: Number.POSITIVE_INFINITY,
  unions: Number.POSITIVE_INFINITY,
}

const STRUCTURE = [
  '$defs',
  '$ref',
  'additionalProperties',
  'anyOf',
  'const',
  'description',
  'enum',
  'format',
  'items',
  'minItems',
  'properties',
  'required',
  'title',
  'type',
] as const

const FORMATS = [
  'date',
  'date-time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'time',
  'uuid',
] as const

export const SCHEMA_FORMS = {
  /** Gemini's `responseJsonSchema` and `parametersJsonSchema`: what they ignore may be sent. */
  gemini: {
    keywords: undefined,
    formats: undefined,
    takesConst: false,
    mostMinItems: Number.POSITIVE_INFINITY,
    closesObjects: false,
    requiresAll: false,
    isTyped: false,
    circles: 'optional',
    most: UNLIMITED,
  },
  /** Anthropic's `output_config.format` and tools that are `strict`. */
  claude: {
    keywords: new Set([...STRUCTURE, 'default']),
    formats: new Set([...FORMATS, 'uri']),
    takesConst: true,
    mostMinItems: 1,
    closesObjects: true,
    requiresAll: false,
    isTyped: true,
    circles: 'never',
    most: { ...UNLIMITED, tools: 20, optional: 24, unions: 16 },
  },
  /** OpenAI's functions and formats that are `strict`. */
  openai: {
    keywords: new Set([
      ...STRUCTURE,
      'exclusiveMaximum',
      'exclusiveMinimum',
      'maxItems',
      'maximum',
      'minimum',
      'multipleOf',
      'pattern',
    ]),
    formats: new Set(FORMATS),
    takesConst: true,
    mostMinItems: Number.POSITIVE_INFINITY,
    closesObjects: true,
    requiresAll: true,
    isTyped: true,
    circles: 'always',
    most: { ...UNLIMITED, properties: 5_000 },
  },
} as const satisfies Readonly<Record<string, SchemaForm>>

interface GeminiSubset {
  readonly allowed: readonly string[]
  /** Without them the schema allows what the client did not want; annotations go unnamed. */
  readonly missed: readonly string[]
  /** By type. */
  readonly formats: Readonly<Record<string, readonly string[]>>
}

/** Gemini's `Schema`, a subset of OpenAPI's that every one of its models knows. */
export const GEMINI_SUBSET: GeminiSubset = {
  allowed: [
    'description',
    'nullable',
    'minItems',
    'maxItems',
    'minLength',
    'maxLength',
    'minProperties',
    'maxProperties',
    'minimum',
    'maximum',
    'pattern',
    'propertyOrdering',
  ],
  missed: [
    'not',
    'if',
    'patternProperties',
    'propertyNames',
    'dependentSchemas',
    'dependentRequired',
    'contains',
    'prefixItems',
    'multipleOf',
    'uniqueItems',
  ],
  formats: {
    string: ['enum', 'date-time'],
    number: ['float', 'double'],
    integer: ['int32', 'int64'],
  },
}

/** Keywords that the schema of a tool's arguments may not have at its top. */
export const REFUSED_AT_TOP: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'enum',
  'not',
  'oneOf',
])
