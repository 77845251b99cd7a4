/** Every call of the API against everybody who may try it, generated from the contracts. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { ENDPOINTS } from '../../server/domain/endpoints'
import type { Access, Endpoint } from '../../server/domain/endpoints/endpoint'
import {
  type ApiAnswer,
  type ApiCaller,
  type ApiClient,
  apiClient,
  NO_LIMITS,
} from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'

const RANK: Readonly<Record<Access, number>> = { anonymous: 0, user: 1, admin: 10, root: 100 }

/** What the guards answer; anything else came from behind them. */
const REFUSALS = new Set([
  'session.missing',
  'session.expired',
  'session.user_header_missing',
  'session.user_header_wrong',
  'session.origin_refused',
  'access_token.invalid',
  'access_token.refused',
  'permission.denied',
  'permission.root_needed',
  'user.banned',
])

let gateway: Gateway
let api: ApiClient
let people: Readonly<Record<'user' | 'admin', ApiCaller>>
let banned: ApiCaller
let expired: ApiCaller

beforeAll(async () => {
  // Calls of the status page are not there without it.
  gateway = await startGateway({ env: NO_LIMITS, options: { StatusPageEnabled: true } })
  api = apiClient(gateway)
  people = { user: await api.as('user'), admin: await api.as('admin') }
  const disabled = await api.as('user')
  const { body } = await disabled.post('/api/user/token')
  expired = disabled
  banned = api.withAccessToken(disabled.id, body.data)
  await gateway.services.users.disable(TEST_ACTOR, disabled.id)
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
})

/** With values that no handler can do anything with: the guards come before it. */
function call(caller: ApiCaller, row: Endpoint, headers: Record<string, string> = {}) {
  const path = row.path.replace(':slug', 'default').replace(/:\w+/g, '0')
  const body = row.method === 'GET' ? undefined : {}
  return caller.send(row.method, path, body, { headers })
}

const refusalOf = ({ body }: ApiAnswer): string | undefined =>
  REFUSALS.has(body?.code) ? body.code : undefined

const guarded = ENDPOINTS.filter(({ role }) => role !== 'anonymous')
const above = (role: 'user' | 'admin') => guarded.filter((row) => RANK[row.role] > RANK[role])
const title = (row: Endpoint) => `${row.method} ${row.path}`

test('ids and routes are unique', () => {
  expect(new Set(ENDPOINTS.map(({ id }) => id)).size).toBe(ENDPOINTS.length)
  expect(new Set(ENDPOINTS.map(title)).size).toBe(ENDPOINTS.length)
})

describe('nobody gets past the guard without a login', () => {
  for (const row of guarded) {
    test(title(row), async () => {
      const answer = await call(api, row)
      expect(answer.status).toBe(401)
      expect(answer.body).toMatchObject({ success: false, code: 'session.missing' })
    })
  }
})

describe('a stale session is told to log in', () => {
  for (const row of guarded) {
    test(title(row), async () => {
      const answer = await call(expired, row)
      expect(answer.status).toBe(401)
      expect(answer.body.code).toBe('session.expired')
    })
  }
})

describe('a banned user is refused', () => {
  for (const row of guarded) {
    test(title(row), async () => {
      const answer = await call(banned, row)
      const code = row.session === 'required' ? 'access_token.refused' : 'user.banned'
      expect(answer.body).toMatchObject({ success: false, code })
    })
  }
})

describe('the header New-Api-User of somebody else is refused', () => {
  for (const row of guarded.filter(({ userHeader }) => userHeader !== 'optional')) {
    test(title(row), async () => {
      for (const value of [String(people.admin.id + 1), '-1', 'x']) {
        const answer = await call(people.admin, row, { 'new-api-user': value })
        expect(answer.status).toBe(401)
        expect(answer.body.code).toBe('session.user_header_wrong')
      }
    })
  }
})

describe.each(['user', 'admin'] as const)('the role %s', (role) => {
  for (const row of above(role)) {
    test(`may not ${title(row)}`, async () => {
      const answer = await call(people[role], row)
      expect(answer.status).toBe(200)
      const code = row.role === 'root' ? 'permission.root_needed' : 'permission.denied'
      expect(answer.body).toMatchObject({ success: false, code })
    })
  }
})

describe('another site cannot make a browser write', () => {
  const writes = ENDPOINTS.filter(({ method, changes }) => method !== 'GET' || changes === true)
  for (const row of writes) {
    test(title(row), async () => {
      const answer = await call(people.admin, row, { origin: 'https://evil.example' })
      expect(answer.status).toBe(403)
      expect(answer.body.code).toBe('session.origin_refused')
    })
  }
})

/** Calls that end the session that asks, or change the account it belongs to. */
const DRASTIC = /^(?:session|user\.(?:self|token)_?|account|oauth)/

describe('who may call is not refused by a guard', () => {
  const harmless = ENDPOINTS.filter(({ id, method }) => method === 'GET' && !DRASTIC.test(id))
  for (const row of harmless.filter(({ role }) => role !== 'root')) {
    test(title(row), async () => {
      const caller = row.role === 'anonymous' ? api : people[row.role === 'user' ? 'user' : 'admin']
      const answer = await call(caller, row)
      expect(refusalOf(answer)).toBeUndefined()
      expect(answer.status).not.toBe(404)
      expect(answer.status).toBeLessThan(500)
    })
  }
})
