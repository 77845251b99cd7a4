import { afterAll, beforeAll, expect, test } from 'bun:test'
import { NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { openScreen, tooWide } from './one-screen'

let gateway: Gateway
beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS })
  await gateway.services.contactPoints.create(TEST_ACTOR, {
    name: 'on-call',
    service: 'gotify',
    fields: { server: 'https://nowhere.invalid', token: 'hush' },
    severities: ['critical'],
    reader: 'en',
  })
})
afterAll(async () => await gateway[Symbol.asyncDispose]())

test('shows where operators are notified, tries it, switches it and removes it', async () => {
  using screen = await openScreen({ gateway, screen: 'contact-point' })
  const list = await screen.shows('on-call', 'Gotify', 'Critical', 'Nothing sent yet')
  expect(tooWide(list, 80)).toEqual([])
  await screen.press('i')
  await screen.shows('Failed')
  await screen.press('d')
  await screen.shows('Operation completed')
  expect((await gateway.services.contactPoints.list({ language: 'en' }))[0]?.enabled).toBe(false)
  await screen.press('x')
  await screen.shows('Remove the contact point on-call?')
  await screen.press('y')
  await screen.shows('The contact point was removed')
})
