/** The limit of the management API, as the terminal screens meet it. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { runInTerminal } from '../support/terminal'
import { openScreens } from './screen-fixture'

const SMALL = { columns: 80, rows: 24 }
/** Twenty times as many for administrators. */
const FEW = { GLOBAL_API_RATE_LIMIT: '1', GLOBAL_API_RATE_LIMIT_DURATION: '3' }
const MORE_THAN_ALLOWED = 25
const REFUSED = 'Too many requests'

let gateway: Gateway
beforeAll(async () => {
  gateway = await startGateway({ env: FEW, tokens: [{ name: 'elsewhere' }] })
  await gateway.services.users.ensureRoot(TEST_ACTOR, { password: 'correct horse battery' })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
})

test('who holds the database is not limited', async () => {
  await using program = runInTerminal(['admin'], { ...SMALL, dataDir: gateway.dataDir })
  await program.shows('q quit')
  for (let round = 0; round < 20; round += 1) {
    program.press('u')
    await program.shows('Users')
    program.press('t')
    await program.shows('elsewhere')
    expect(program.lines().join('\n')).not.toContain(REFUSED)
  }
})

test('nobody else becomes the local operator by the name of its program', async () => {
  const headers = { 'user-agent': 'gw admin (x) host 1', 'content-type': 'application/json' }
  const body = JSON.stringify({ username: 'root', password: 'correct horse battery' })
  const login = await fetch(`${gateway.url}/api/user/login`, { method: 'POST', headers, body })
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
  const { id } = Object(await login.json()).data
  const statuses = []
  for (let call = 0; call < MORE_THAN_ALLOWED; call += 1) {
    const asked = { cookie, 'new-api-user': String(id) }
    statuses.push((await fetch(`${gateway.url}/api/user/self`, { headers: asked })).status)
  }
  expect(statuses).toContain(429)
})

test('elsewhere the rows stay, and the list goes on by itself', async () => {
  await using apart = await startGateway({ env: FEW, tokens: [{ name: 'elsewhere' }] })
  using screen = await openScreens(apart)
  await screen.press('t')
  await screen.shows('elsewhere')
  for (let round = 0; round < MORE_THAN_ALLOWED; round += 1) await screen.press('R')
  await screen.shows('retrying in')
  expect(screen.lines().join('\n')).toContain('elsewhere')
  await screen.hides('goes on by itself')
  expect(screen.lines().join('\n')).toContain('elsewhere')
}, 30_000)
