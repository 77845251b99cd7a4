import { afterAll, beforeAll, expect, test } from 'bun:test'
import { NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { openScreen, tooWide } from './one-screen'
import { KEY } from './screen-fixture'

let gateway: Gateway
beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS })
  await gateway.services.incidents.create(TEST_ACTOR, {
    ...{ kind: 'incident', title: 'Many errors', body: 'Since noon.' },
    ...{ impact: 'major', models: ['gpt-4o'] },
  })
})
afterAll(async () => await gateway[Symbol.asyncDispose]())

test('an incident is told of, updated and removed', async () => {
  using screen = await openScreen({ gateway, screen: 'incident' })
  const list = await screen.shows('Many errors', 'Investigating', 'Major')
  expect(tooWide(list, 80)).toEqual([])

  await screen.press('n')
  await screen.shows('New incident', 'Impact')
  await screen.type('Slow answers')
  await screen.press(KEY.save)
  await screen.shows('2 in all', 'Slow answers', 'Minor')

  await screen.press('x')
  await screen.shows('Remove “Slow answers”')
  await screen.press('y')
  await screen.shows('completed successfully')
})
