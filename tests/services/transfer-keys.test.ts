import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type Fixture, OPERATOR, openFixture } from './services-fixture'

let here: Fixture

beforeEach(async () => {
  here = await openFixture()
})
afterEach(() => here.close())

function read(document: object) {
  const text = JSON.stringify(document)
  return here.transfer.import(OPERATOR, { text, update: false, dryRun: false })
}

/** What became of each row, shortly. */
async function outcome(document: object): Promise<string[]> {
  const rows = await read(document)
  return rows.map(({ noun, name, action, note }) => `${noun} ${name}: ${action} ${note}`.trim())
}

const channel = { name: 'c', key: 'sk-up', models: 'm' }

describe('channels', () => {
  test('with several keys bring all of them, each with its state', async () => {
    const key = 'sk-one\nsk-two\nsk-three'
    await here.channels.create(OPERATOR, { ...channel, key, key_mode: 'random' })
    await here.channels.setKey(OPERATOR, { id: 1, key: 1, status: 2 })
    await here.channels.setKey(OPERATOR, { id: 1, key: 3, weight: 7 })
    const document = await here.transfer.export(OPERATOR, { withSecrets: true })
    expect(document.channels[0]).toMatchObject({ key: 'sk-two', key_mode: 'random' })
    expect(document.channels[0]?.keys.map(({ status, weight }) => [status, weight])).toEqual([
      [2, 1],
      [1, 1],
      [1, 7],
    ])
    const bare = await here.transfer.export(OPERATOR, { withSecrets: false })
    expect(JSON.stringify(bare)).not.toContain('sk-')
    await here.channels.remove(OPERATOR, 1)
    expect(await outcome(document)).toEqual(['channel c: create'])
    const { items } = await here.channels.list()
    expect(items[0]).toMatchObject({ key_count: 3, keys_in_use: 2, key_mode: 'random' })
    expect(await outcome(document)).toEqual(['channel c: skip exists'])
    const again = await here.transfer.export(OPERATOR, { withSecrets: true })
    expect(again.channels[0]?.keys).toEqual(document.channels[0]?.keys ?? [])
  })

  test.each([
    ['as an object', (told: object): unknown => told],
    ['as a text', (told: object): unknown => JSON.stringify(told)],
  ])('of other gateways bring their several keys, told %s', async (_, form) => {
    const channel_info = form({
      is_multi_key: true,
      multi_key_size: 2,
      multi_key_mode: 'random',
      multi_key_status_list: { 1: 2 },
    })
    await read({ channels: [{ ...channel, key: 'sk-one\nsk-two', channel_info }] })
    const { items } = await here.channels.list()
    expect(items[0]).toMatchObject({ key_count: 2, keys_in_use: 1, key_mode: 'random' })
  })
})
