/** Every call against every member of an organisation and against who is in none. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { MEMBER_ACCESS, MEMBER_ROLES } from '../../server/domain/accounts/membership'
import { ENDPOINTS } from '../../server/domain/endpoints'
import type { Endpoint } from '../../server/domain/endpoints/endpoint'
import type { ApiCaller, ApiOptions } from '../support/api'
import { codeOf, type House, openHouse, START_MS } from './house'
import { CURRENT, newOrganisation, newPerson, on, type Person } from './organisation-house'

let house: House

beforeAll(async () => {
  house = await openHouse({ ms: START_MS })
})
afterAll(async () => {
  await house.gateway[Symbol.asyncDispose]()
})

/** With values that no handler can do anything with: the guards come before it. */
function call(caller: ApiCaller, row: Endpoint, options: ApiOptions) {
  const path = row.path.replace(/:\w+/g, '0')
  return caller.send(row.method, path, row.method === 'GET' ? undefined : {}, options)
}

const guarded = ENDPOINTS.filter(({ role }) => role !== 'anonymous')
/** It ends the organisation when nobody keeps it from that. */
const FATAL = 'organisation.remove'

describe.each([...MEMBER_ROLES])('on behalf of an organisation, its %s', (role) => {
  let person: Person
  let behalf: ApiOptions

  beforeAll(async () => {
    const organisation = await newOrganisation(house)
    behalf = organisation.behalf
    person = await organisation.join(role)
  })

  for (const row of guarded) {
    const access = row.organisation
    const may = access !== undefined && (MEMBER_ACCESS[access] as readonly string[]).includes(role)
    if (may && row.id === FATAL) continue
    test(`${may ? 'may' : 'may not'} ${row.method} ${row.path}`, async () => {
      const { body, status } = await call(person.caller, row, behalf)
      const code = body?.code ?? ''
      if (may) {
        expect(code).not.toMatch(/^(?:organisation\.|permission\.|session\.)/)
        expect(status).toBeLessThan(500)
      } else if (access !== undefined) expect(code).toBe('organisation.role_needed')
      else expect(code).toMatch(/^(?:organisation\.not_here|permission\.(?:denied|root_needed))$/)
    })
  }
})

describe('who is not in an organisation', () => {
  let stranger: Person
  let behalf: ApiOptions

  beforeAll(async () => {
    behalf = (await newOrganisation(house)).behalf
    stranger = await newPerson(house)
  })

  for (const row of guarded.filter(({ organisation }) => organisation !== undefined)) {
    test(`may not ${row.method} ${row.path} for it`, async () => {
      expect(await codeOf(call(stranger.caller, row, behalf))).toBe('organisation.not_found')
    })
  }

  test('is told the same of one that is not there', async () => {
    for (const id of [0, 999_999, house.rootId]) {
      expect(await codeOf(stranger.caller.get(CURRENT, on(id)))).toBe('organisation.not_found')
    }
    expect(await codeOf(stranger.caller.get(CURRENT))).toBe('organisation.needed')
  })
})
