import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { ENDPOINTS } from '../../server/domain/endpoints'
import { openapiDocument } from '../../server/http/openapi'
import { type ApiBody, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'

let gateway: Gateway
let document: ApiBody

beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS })
  document = (await apiClient(gateway).get('/api/openapi.json')).body
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
})

describe('the contracts', () => {
  for (const row of ENDPOINTS) {
    test(`${row.id} has an example of its own shape and a sentence about itself`, () => {
      expect([...Value.Errors(row.data, row.example)]).toEqual([])
      expect(row.summary).toMatch(/^[A-Z].*\.$/)
      const named = [...row.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
      expect(Object.keys(row.params?.properties ?? {})).toEqual(named)
    })
  }
})

describe('the document', () => {
  test('has every call once, under a path with braces', () => {
    const operations = Object.entries<ApiBody>(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const wanted = ENDPOINTS.map(
      ({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
    )
    expect(operations.sort()).toEqual(wanted.sort())
  })

  test('says who may call, what is sent and what comes back', () => {
    const operation = document.paths['/api/user/{id}'].get
    expect(operation).toMatchObject({
      operationId: 'user.show',
      tags: ['user'],
      description: 'Admins. Scope: `user:read`.',
      'x-scope': 'user:read',
      parameters: [{ name: 'id', in: 'path', required: true }],
    })
    const { example, schema } = operation.responses['200'].content['application/json']
    expect(example).toMatchObject({ success: true, data: { username: 'ann' } })
    expect(schema.anyOf[0].properties.data.properties.id.type).toBe('integer')
    expect(document.paths['/api/status'].get.security).toEqual([])
    expect(operation.security).toHaveLength(2)
  })

  test('says how calls are refused, and has only types that JSON has', () => {
    const operations = Object.values<ApiBody>(document.paths).flatMap(
      (methods) => Object.values(methods) as ApiBody[],
    )
    for (const { operationId, responses, security } of operations) {
      const wanted = ['200', '429', ...(security.length === 0 ? [] : ['401']), 'default'].sort()
      expect([operationId, Object.keys(responses).sort()]).toEqual([operationId, wanted])
    }
    expect(JSON.stringify(document)).not.toContain('"type":"undefined"')
    const { content } = document.paths['/api/user/epay/notify'].get.responses['200']
    expect(Object.keys(content)).toEqual(['text/plain'])
  })

  test('describes itself, and what is refused', async () => {
    const { paths }: ApiBody = openapiDocument(ENDPOINTS, { version: '1', publicAddress: '' })
    const schemaOf = (path: string) =>
      paths[path].get.responses['200'].content['application/json'].schema
    expect(Value.Check(schemaOf('/api/openapi.json'), document)).toBeTrue()
    const refused = await fetch(`${gateway.url}/api/oauth/github?code=x&state=y`)
    expect(Value.Check(schemaOf('/api/oauth/github'), await refused.json())).toBeTrue()
  })

  test('names the address people came by', () => {
    expect(document.servers).toEqual([{ url: gateway.url }])
    expect(document.info.version).toMatch(/^\d+\.\d+\.\d+/)
  })
})

describe('the page', () => {
  test('loads nothing from elsewhere and has no inline script', async () => {
    const page = await fetch(`${gateway.url}/api/docs`)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
    const html = await page.text()
    expect(html).not.toMatch(/https?:\/\/|<script(?![^>]*src=)|\son\w+=|style=/)
    const loaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path)
    for (const path of loaded) {
      const file = await fetch(gateway.url + path)
      expect([path, file.status]).toEqual([path, 200])
    }
  })

  test('its script is a script', async () => {
    const script = await fetch(`${gateway.url}/api/docs.js`)
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    const source = await script.text()
    expect(() => new Bun.Transpiler({ loader: 'js' }).transformSync(source)).not.toThrow()
  })
})
