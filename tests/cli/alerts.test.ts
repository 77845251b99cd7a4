/** `gw alert`: thresholds in the units that people type, and a rule from its making to its end. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'

let gateway: Gateway
beforeAll(async () => {
  gateway = await startGateway({ channels: [{ name: 'main', models: 'm' }], tokens: [{}] })
})
afterAll(async () => await gateway[Symbol.asyncDispose]())

const gw = (...args: readonly string[]) => gateway.cli(['alert', ...args])

test('money is typed in dollars, time in spans, and channels by name', async () => {
  const spend = await gw('add', 'Dear', '--measure', 'spend_per_hour', '--above', '$2.50', '--json')
  expect(spend.json()).toMatchObject({ threshold: 1_250_000, scope: 'site', window_s: 3600 })
  const out = ['--measure', 'channel_out', '--subject', 'main', '--above', '30m', '--for', '5m']
  expect((await gw('add', 'Out', ...out, '--json')).json()).toMatchObject({
    threshold: 1800,
    for_s: 300,
    subject: String(gateway.channelIds[0]),
    subject_name: 'main',
  })
  const list = await gw('list')
  expect(list.stdout).toContain('> $2.50')
  expect(list.stdout).toContain('channel main')
})

test.each([
  [['add', 'X', '--measure', 'error_share', '--above', 'many'], 2],
  [['add', 'X', '--measure', 'error_share', '--above', '1', '--below', '2'], 2],
  [['add', 'X', '--measure', 'error_share', '--window', 'soon'], 2],
  [['add', 'X', '--measure', 'channel_out', '--subject', 'none'], 2],
  [['add', 'Dear', '--measure', 'job_age'], 2],
  [['preview'], 2],
  [['show', 'none'], 3],
  [['silence', 'Dear', 'soon'], 2],
  [['edit', 'channel_off', '--name', 'other'], 2],
])('%j is refused', async (args, code) => {
  expect((await gw(...args)).code).toBe(code)
})

test('a rule is tried, changed, silenced and removed', async () => {
  const preview = await gw('preview', 'Dear')
  expect(preview.stderr).toContain('would have fired 0 times in the last week')
  expect((await gw('edit', 'Dear', '--above', '3', '--dry-run', '--json')).json()).toMatchObject({
    threshold: 1_500_000,
  })
  expect((await gw('show', 'Dear', '--json')).json()).toMatchObject({ threshold: 1_250_000 })
  expect((await gw('silence', 'Dear', '2h', '--json')).json()).not.toMatchObject({
    silenced_until: 0,
  })
  expect((await gw('silence', 'Dear', 'off', '--json')).json()).toMatchObject({ silenced_until: 0 })
  expect((await gw('remove', 'Dear')).code).toBe(2)
  expect((await gw('remove', 'Dear', '--yes', '--quiet')).code).toBe(0)
  expect((await gw('show', 'Dear')).code).toBe(3)
  const found = await gw('history', '--json', '--filter', 'rule_name=Dear')
  expect(found.json()).toEqual([])
})
