/** A channel that root has frozen: administrators cannot undo it, and it ends by itself. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { CHANNEL_STATUS } from '../../server/domain/status'
import { codeOf, type House, MINUTE_MS, openHouse, START_MS } from './house'

const clock = { ms: START_MS }
let house: House
let id = 0

beforeAll(async () => {
  house = await openHouse(clock)
  id = house.gateway.channelIds[0] ?? 0
})
afterAll(async () => {
  await house.gateway[Symbol.asyncDispose]()
})

const path = () => `/api/channel/${id}/freeze`
const shown = async () => (await house.admin.get(`/api/channel/${id}`)).body.data
const untilIn = (minutes: number) => Math.floor((clock.ms + minutes * MINUTE_MS) / 1000)

describe('a frozen channel', () => {
  test('is out of use, and says why', async () => {
    const freeze = { reason: 'contract under review', until: untilIn(60) }
    expect((await house.root.post(path(), freeze)).body.success).toBe(true)
    const channel = await shown()
    expect(channel).toMatchObject({
      status: CHANNEL_STATUS.disabled,
      frozen_until: freeze.until,
      other_info: expect.stringContaining('contract under review'),
    })
  })

  test('is enabled by nobody but root: not by status, tag, bulk or the gateway', async () => {
    const enable = { id, status: CHANNEL_STATUS.enabled }
    expect(await codeOf(house.admin.put('/api/channel/', enable))).toBe('channel.is_frozen')
    expect(await codeOf(house.root.put('/api/channel/', enable))).toBe('channel.is_frozen')
    await house.admin.put('/api/channel/', { id, tag: 't' })
    await house.admin.post('/api/channel/tag/enabled', { tag: 't' })
    expect((await shown()).status).toBe(CHANNEL_STATUS.disabled)
    expect((await house.admin.delete(path())).body.success).toBe(false)
    expect((await house.admin.post(path(), {})).body.success).toBe(false)
    const { code, stderr } = await house.gateway.cli(['channel', 'enable', String(id)])
    expect({ code, said: stderr.includes('root') }).toMatchObject({ said: true })
  })

  test('is as it was before once its end has come', async () => {
    clock.ms += 59 * MINUTE_MS
    await house.gateway.services.channels.unfreezeDue()
    expect((await shown()).status).toBe(CHANNEL_STATUS.disabled)
    clock.ms += 2 * MINUTE_MS
    await house.gateway.services.channels.unfreezeDue()
    expect(await shown()).toMatchObject({ status: CHANNEL_STATUS.enabled, frozen_until: 0 })
    const { body } = await house.root.get('/api/audit/?action=channel.unfreeze&p=1')
    expect(JSON.stringify(body)).toContain(`channel:${id}`)
  })

  test('that was disabled before stays so when it is let go', async () => {
    await house.admin.put('/api/channel/', { id, status: CHANNEL_STATUS.disabled })
    await house.root.post(path(), {})
    expect(await shown()).toMatchObject({ frozen_until: -1 })
    clock.ms += 10_000 * MINUTE_MS
    await house.gateway.services.channels.unfreezeDue()
    expect(await shown()).toMatchObject({ frozen_until: -1 })
    await house.root.delete(path())
    expect(await shown()).toMatchObject({ frozen_until: 0, status: CHANNEL_STATUS.disabled })
  })

  test('an end that is over is refused', async () => {
    expect(await codeOf(house.root.post(path(), { until: untilIn(-1) }))).toBe(
      'token.expiry_invalid',
    )
  })
})
