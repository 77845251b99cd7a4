import { afterAll, beforeAll, expect, test } from 'bun:test'
import { NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { openScreen, tooWide } from './one-screen'

let gateway: Gateway
beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS })
  await gateway.cli(['alert', 'add', 'Slow site', '--measure', 'first_byte_p95', '--above', '9000'])
})
afterAll(async () => await gateway[Symbol.asyncDispose]())

const slow = async () =>
  Object((await gateway.cli(['alert', 'show', 'Slow site', '--json'])).json())

test('lists rules, switches one, silences it and removes it', async () => {
  using screen = await openScreen({ gateway, screen: 'alert', columns: 120 })
  const list = await screen.shows('Alerts', 'A channel is down', 'Slow site', '> 9000 ms')
  expect(tooWide(list, 120)).toEqual([])
  await screen.press('/')
  await screen.press('slow')
  await screen.press('\r')
  await screen.shows(', 1 in all')
  await screen.press('d')
  await screen.shows('- Off')
  expect(await slow()).toMatchObject({ enabled: false })
  await screen.press('d')
  await screen.shows('+ OK')
  await screen.press(',')
  await screen.shows('Silence for 1 hour')
  await screen.press('1')
  await screen.shows('OK (Silence)')
  expect((await slow()).silenced_until).toBeGreaterThan(0)
  await screen.press('x')
  await screen.shows('Remove “Slow site”?')
  await screen.press('y')
  await screen.shows('Rule removed')
  expect((await gateway.cli(['alert', 'show', 'Slow site'])).code).toBe(3)
})
