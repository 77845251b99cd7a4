/** The API document, built from the contract rows. */
import { type TObject, type TSchema, Type } from '@sinclair/typebox'
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
  return {
    operationId: id,
    tags: [id.slice(0, id.indexOf('.'))],
    summary,
    description: `${WHO[role]}.${notesOf(row)}`,
    parameters: [...parametersOf('path', row.params), ...parametersOf('query', row.query)],
    ...(body !== undefined && {
      requestBody: { content: { 'application/json': { schema: body } } },
    }),
    responses: { 200: answerOf(row) },
    security: securityOf(row),
  }
}

function notesOf({ session, limit, botCheck }: Endpoint): string {
  const notes = [
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

function answerOf({ data, example }: Endpoint): object {
  const hasContent = data.type !== 'undefined'
  const fields: Record<string, TSchema> = { success: Type.Boolean(), message: Type.String() }
  if (hasContent) fields.data = data
  return {
    description: 'The envelope',
    content: {
      'application/json': {
        schema: Type.Object(fields),
        example: { success: true, message: '', ...(hasContent && { data: example }) },
      },
    },
  }
}

function securityOf({ role, session }: Endpoint): readonly object[] {
  if (role === 'anonymous') return []
  return session === 'required' ? CREDENTIALS.slice(0, 1) : CREDENTIALS
}
