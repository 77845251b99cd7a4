/** Sign-ins that were refused can be found afterwards, and a flood of them fills nothing. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { API_PASSWORD, type ApiClient, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'

let gateway: Gateway
let api: ApiClient

async function open(env: Readonly<Record<string, string>> = {}): Promise<void> {
  gateway = await startGateway({
    env: { ...NO_LIMITS, GW_TRUSTED_PROXIES: '127.0.0.1', ...env },
    users: [
      { username: 'ann', password: API_PASSWORD },
      { username: 'boss', password: API_PASSWORD, role: 10 },
    ],
  })
  api = apiClient(gateway)
}

beforeEach(() => open())
afterEach(() => gateway[Symbol.asyncDispose]())

async function guess(username: string, times: number, ip = '198.51.100.7'): Promise<void> {
  for (let at = 0; at < times; at += 1) {
    const headers = { 'x-forwarded-for': ip }
    await api.post('/api/user/login', { username, password: 'not it' }, { headers })
  }
}

async function recorded() {
  const root = await api.as('root')
  const { body } = await root.get('/api/audit?page_size=100')
  const rows: { action: string; target: string; after: string; ip: string }[] = body.data.items
  return rows.filter(({ action }) => /^session\.(refused|locked|limited)$/.test(action))
}

async function count(action: string): Promise<number> {
  const root = await api.as('root')
  const { body } = await root.get(`/api/audit?page_size=1&action=session.${action}`)
  return body.data.total
}

const byAction = async (wanted: string) =>
  (await recorded()).filter(({ action }) => action === wanted)

describe('refused sign-ins', () => {
  test('a lock is one row with account, network and count, however often it is hit', async () => {
    await guess('ann', 12)
    const [row, ...others] = await byAction('session.locked')
    expect(others).toEqual([])
    expect(row).toMatchObject({ target: `user:${gateway.userIds[0]}`, ip: '198.51.100.7' })
    expect(JSON.parse(row?.after ?? '')).toEqual({
      account: 'ann',
      network: '198.51.100.7',
      tries: 5,
    })
    expect(await byAction('session.refused')).toEqual([])
    const warned = gateway.logged.filter(({ msg }) => msg === 'a sign-in was refused')
    expect(warned).toMatchObject([{ level: 'warn', kind: 'locked', account: 'ann' }])
  })

  test('each wrong password of an administrator is a row, up to the lock', async () => {
    await guess('boss', 9)
    expect(await byAction('session.refused')).toHaveLength(5)
    expect(await byAction('session.locked')).toHaveLength(1)
  })

  test('what was typed as a name that nobody has is not written down', async () => {
    await guess('my secret passphrase', 7)
    const [row] = await byAction('session.locked')
    expect(row?.target).toBe('user:0')
    expect(JSON.stringify(await recorded())).not.toContain('passphrase')
    expect(JSON.stringify(gateway.logged)).not.toContain('passphrase')
  })

  test('refusals by rate are one row for each network', async () => {
    await gateway[Symbol.asyncDispose]()
    await open({ CRITICAL_RATE_LIMIT: '3' })
    await guess('ann', 8)
    await guess('ann', 8, '203.0.113.9')
    const rows = await byAction('session.limited')
    expect(rows.map(({ ip }) => ip).toSorted()).toEqual(['198.51.100.7', '203.0.113.9'])
  })

  test('a flood leaves a bounded number of rows, and those of admins come on top', async () => {
    await gateway[Symbol.asyncDispose]()
    await open({ CRITICAL_RATE_LIMIT: '1' })
    for (let host = 0; host < 230; host += 1) await guess('nobody', 2, `203.0.1.${host}`)
    expect((await count('limited')) + (await count('locked'))).toBe(200)
    await guess('boss', 1)
    expect(await byAction('session.refused')).toHaveLength(1)
  })
})
