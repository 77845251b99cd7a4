import { afterAll, beforeAll, expect, test } from 'bun:test'
import { NEW_PROMO_CODE } from '../../server/domain/payments/new-promo-code'
import { NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { openScreen, tooWide } from './one-screen'
import { KEY } from './screen-fixture'

let gateway: Gateway
beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS })
  const code = { ...NEW_PROMO_CODE, code: 'SPRING20', percent_off: 2000, most_uses: 50 }
  await gateway.services.promoCodes.create(TEST_ACTOR, code)
})
afterAll(async () => await gateway[Symbol.asyncDispose]())

test('a promo code is made, disabled and removed', async () => {
  using screen = await openScreen({ gateway, screen: 'promo-code' })
  const list = await screen.shows('SPRING20', '20%', '0 of 50', '+ Active')
  expect(tooWide(list, 80)).toEqual([])

  await screen.press('n')
  await screen.shows('New promo code', 'Percent off')
  await screen.type('tui-five')
  await screen.press(KEY.down)
  await screen.press(KEY.down)
  await screen.type('12.5')
  await screen.press(KEY.save)
  await screen.shows('2 in all', 'TUI-FIVE', '12.5%')

  await screen.press('d')
  await screen.shows('- Disabled')
  await screen.press('x')
  await screen.shows('Delete the promo code TUI-FIVE')
  await screen.press('y')
  await screen.shows('completed successfully')
  const { items } = await gateway.services.promoCodes.list()
  expect(items.map(({ code }) => code)).toEqual(['SPRING20'])
})
