import { afterAll, beforeAll, expect, test } from 'bun:test'
import { NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { openScreen, tooWide } from './one-screen'

let gateway: Gateway
beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS })
})
afterAll(async () => await gateway[Symbol.asyncDispose]())

test('shows who serves, and takes a node out of rotation and back', async () => {
  using screen = await openScreen({ gateway, screen: 'node' })
  const list = await screen.shows('Nodes', 'Serving', `:${process.pid}`)
  expect(tooWide(list, 80)).toEqual([])
  await screen.press('d')
  await screen.shows('Drain')
  await screen.press('y')
  await screen.shows('Draining')
  expect((await fetch(`${gateway.url}/healthz`)).status).toBe(503)
  await screen.press('d')
  await screen.shows('Serving')
  expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200)
})
