/** Freezing a token and a channel with reason and end, and giving a custom role. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { openScreen } from './one-screen'
import { KEY } from './screen-fixture'

let gateway: Gateway
beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS, users: [{ username: 'ann' }], channels: [{}] })
})
afterAll(async () => await gateway[Symbol.asyncDispose]())

test('a token is frozen with a reason, and let go on', async () => {
  using screen = await openScreen({ gateway, screen: 'token' })
  await screen.shows('token1')
  await screen.press('^')
  await screen.shows('Reason', 'Until')
  await screen.type('shared in public')
  await screen.press(KEY.save)
  await screen.shows('! Frozen')
  const row = await gateway.services.tokens.show(
    { kind: 'cli', id: 0, name: 't', ip: '', requestId: '', role: 100 },
    gateway.tokenIds[0] ?? 0,
  )
  expect(row).toMatchObject({ frozen_until: -1, frozen_reason: 'shared in public' })
  await screen.press('^')
  await screen.shows('Enabled')
})

test('a channel is frozen by root', async () => {
  using screen = await openScreen({ gateway, screen: 'channel' })
  await screen.shows('channel1')
  await screen.press('^')
  await screen.shows('Freeze channel1?', 'Reason')
  await screen.press(KEY.save)
  await screen.shows('! Frozen by root')
  await screen.press('^')
  await screen.shows('Enabled')
})

test('a custom role is given to a user', async () => {
  const root = await apiClient(gateway).as('root')
  await root.post('/api/role/', { name: 'Auditor', base: 10, scopes: ['log:read'] })
  using screen = await openScreen({ gateway, screen: 'user' })
  await screen.shows('ann')
  await screen.search('ann')
  await screen.shows('1 in all')
  await screen.press(';')
  await screen.shows('No custom role', 'Auditor')
  await screen.press(KEY.down, KEY.enter)
  await screen.shows('Role assigned')
  const { body } = await root.get(`/api/user/${gateway.userIds[0]}`)
  expect(body.data.role_id).toBeGreaterThan(0)
})
