import { afterAll, beforeAll, expect, test } from 'bun:test'
import { apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { openScreen, tooWide } from './one-screen'
import { KEY } from './screen-fixture'

let gateway: Gateway
beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS })
  const root = await apiClient(gateway).as('root')
  await root.put('/api/option/', { key: 'RetryTimes', value: '3' })
  await root.put('/api/option/', { key: 'Notice', value: '第一行\n第二行' })
  await root.put('/api/option/', { key: 'Notice', value: '第一行\n另一行' })
  await root.put('/api/option/', { key: 'SMTPToken', value: 'hush-hush' })
})
afterAll(async () => await gateway[Symbol.asyncDispose]())

test('lists what was changed, newest first, and shows a change before and after', async () => {
  using screen = await openScreen({ gateway, screen: 'audit' })
  const list = await screen.shows('Audit log', 'option.set', 'option:SMTPToken')
  expect(list.indexOf('option:SMTPToken')).toBeLessThan(list.indexOf('option:RetryTimes'))
  await screen.search('option')
  await screen.shows('/option', '4 in all')
  await screen.press('j', KEY.enter)
  const detail = await screen.shows('Changes')
  expect(detail).toContain('- 第二行')
  expect(detail).toContain('+ 另一行')
  expect(detail).toContain('    第一行')
  expect(tooWide(detail, 80)).toEqual([])
})

test('secrets stay masked', async () => {
  using screen = await openScreen({ gateway, screen: 'audit' })
  await screen.shows('option:SMTPToken')
  await screen.search('option.set')
  await screen.shows('/option.set')
  await screen.press(KEY.enter)
  expect(await screen.shows('Changes')).not.toContain('hush')
})

test('filters by actor, target and time, and says what is no time', async () => {
  using screen = await openScreen({ gateway, screen: 'audit' })
  await screen.shows('option:Notice')
  await screen.openFilters()
  await screen.press(KEY.tab)
  await screen.type('RetryTimes')
  await screen.press(KEY.save)
  await screen.shows('target=RetryTimes', '1 in all')
  await screen.openFilters()
  await screen.press(KEY.tab, KEY.tab)
  await screen.type('tomorrow')
  await screen.press(KEY.save)
  await screen.shows('No such time')
  await screen.press('F')
  await screen.shows('option:Notice')
  await screen.openFilters()
  await screen.press(KEY.tab, KEY.tab)
  await screen.type('2001-01-01')
  await screen.press(KEY.tab)
  await screen.type('2001-01-02')
  await screen.press(KEY.save)
  await screen.shows('0 in all', 'Nothing')
})

test.each([
  [80, 24],
  [200, 50],
])('fits in Chinese at %d by %d', async (columns, rows) => {
  using screen = await openScreen({ gateway, screen: 'audit', language: 'zh', columns, rows })
  const frame = await screen.shows('审计日志', 'option:Notice')
  expect(tooWide(frame, columns)).toEqual([])
  expect(frame.split('\n').length).toBeLessThanOrEqual(rows)
})
