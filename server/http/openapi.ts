/** The API document, built from the contract rows. */
import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import { scopeOf } from '../domain/api-calls/scope'
import type { Access, Endpoint } from '../domain/endpoints/endpoint'

export interface OpenapiFacts {
  readonly version: string
  /** Where people reach this server. */
  readonly publicAddress: string
}

const WHO: Readonly<Record<Access, string>> = {
  anonymous: 'Anybody',
  user: 'Logged-in users',
  admin: 'Admins',
  root: 'The super administrator',
}

const CREDENTIALS = [
  { session: [], user: [] },
  { accessToken: [], user: [] },
]

export function openapiDocument(rows: readonly Endpoint[], facts: OpenapiFacts): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const row of rows) {
    const path = row.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: operationOf(row) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Management API',
      version: facts.version,
      description:
        'Every answer is `{success, message, data}`. Refusals have status 200, `success: false` ' +
        'and a stable `code`; 401 means "log in", 429 carries Retry-After.',
    },
    servers: [{ url: facts.publicAddress }],
    paths,
    components: { securitySchemes: SECURITY_SCHEMES },
  }
}

const SECURITY_SCHEMES = {
  session: { type: 'apiKey', in: 'cookie', name: 'session' },
  accessToken: { type: 'apiKey', in: 'header', name: 'Authorization' },
  user: {
    type: 'apiKey',
    in: 'header',
    name: 'New-Api-User',
    description: 'Id of the logged-in user',
  },
} as const

function operationOf(row: Endpoint): object {
  const { id, role, summary, body } = row
  const scope = scopeOf(row)
  return {
    operationId: id,
    tags: [id.slice(0, id.indexOf('.'))],
    summary,
    description: `${WHO[role]}.${notesOf(row)}`,
    parameters: [...parametersOf('path', row.params), ...parametersOf('query', row.query)],
    ...(body !== undefined && {
      requestBody: { content: { 'application/json': { schema: body } } },
    }),
    responses: answersOf(row),
    security: securityOf(row),
    ...(scope !== undefined && { 'x-scope': scope }),
  }
}

function notesOf(row: Endpoint): string {
  const { session, limit, botCheck, secondFactor } = row
  const scope = scopeOf(row)
  const notes = [
    scope === undefined ? '' : ` Scope: \`${scope}\`.`,
    secondFactor === 'fresh' ? ' Needs the second factor, where there is one.' : '',
    session === 'required' ? ' Access tokens are refused.' : '',
    limit === 'critical' ? ' Narrowly limited by address.' : '',
    botCheck === true ? ' The query carries `turnstile` where the bot check is on.' : '',
  ]
  return notes.join('')
}

function parametersOf(place: 'path' | 'query', schema: TObject | undefined): readonly object[] {
  return Object.entries(schema?.properties ?? {}).map(([name, rule]) => ({
    name,
    in: place,
    required: place === 'path' || schema?.required?.includes(name) === true,
    schema: rule,
  }))
}

/** What the envelope of a refusal holds, whatever its status is. */
const REFUSAL = Type.Object({
  success: Type.Literal(false),
  message: Type.String(),
  code: Type.Optional(Type.String({ description: 'Stable, for programs' })),
})

const REFUSED = 'Refused: the message says why, in the language of Accept-Language'

function refusal(description: string): object {
  return { description, content: { 'application/json': { schema: REFUSAL } } }
}

function answersOf(row: Endpoint): object {
  return {
    200:
      row.bare === undefined ? answerOf(row) : { description: row.summary, content: bareOf(row) },
    ...(row.role === 'anonymous' ? {} : { 401: refusal('Not logged in') }),
    429: refusal('Too many calls; Retry-After says when to try again'),
    default: refusal(REFUSED),
  }
}

function bareOf({ bare = 'text/plain' }: Endpoint): object {
  return { [bare]: { schema: bare === 'application/json' ? Type.Object({}) : Type.String() } }
}

function answerOf({ data, example }: Endpoint): object {
  const { schema, isSure } = contentOf(data)
  const success = Type.Object({
    success: Type.Literal(true),
    message: Type.String(),
    ...(schema !== undefined && { data: isSure ? schema : Type.Optional(schema) }),
  })
  const shown = { success: true, message: '', ...(schema !== undefined && { data: example }) }
  return {
    description: 'The envelope; what is refused for its contents has status 200 as well',
    content: { 'application/json': { schema: Type.Union([success, REFUSAL]), example: shown } },
  }
}

/** JSON has no `undefined`: what may be absent is optional, what is never there is not listed. */
function contentOf(data: TSchema): { schema: TSchema | undefined; isSure: boolean } {
  const choices: readonly TSchema[] = Array.isArray(data.anyOf) ? data.anyOf : [data]
  const kinds = choices.filter(({ type }) => type !== 'undefined')
  const [only] = kinds
  const isSure = kinds.length === choices.length
  if (only === undefined) return { schema: undefined, isSure }
  return { schema: isSure ? data : kinds.length === 1 ? only : Type.Union([...kinds]), isSure }
}

function securityOf({ role, session }: Endpoint): readonly object[] {
  if (role === 'anonymous') return []
  return session === 'required' ? CREDENTIALS.slice(0, 1) : CREDENTIALS
}
