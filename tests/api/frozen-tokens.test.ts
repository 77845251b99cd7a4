/** A token that an operator has frozen: refused with its reason, whatever its owner does. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { codeOf, type House, MINUTE_MS, newUserOf, openHouse, START_MS } from './house'

const clock = { ms: START_MS }
let house: House

beforeAll(async () => {
  house = await openHouse(clock)
})
afterAll(async () => {
  await house.gateway[Symbol.asyncDispose]()
})

async function withToken() {
  const user = await newUserOf(house)
  const owner = await user.login()
  const { body } = await owner.post('/api/token/', { name: 'app', unlimited_quota: true })
  const [{ id, key }] = body.data
  const models = () =>
    house.api.get('/v1/models', { headers: { authorization: `Bearer sk-${key}` } })
  return { owner, id, key, models, path: `/api/token/all/${id}/freeze` }
}

describe('a frozen token', () => {
  test('is refused with reason and end, and its owner cannot undo it', async () => {
    const { owner, id, models, path } = await withToken()
    expect((await models()).status).toBe(200)
    const until = Math.floor(clock.ms / 1000) + 3600
    const freeze = await house.admin.post(path, { until, reason: 'shared in public' })
    expect(freeze.body.success).toBe(true)
    const refused = await models()
    expect(refused.status).toBe(403)
    expect(refused.body.error.message).toContain('shared in public')
    expect(refused.body.error.message).toContain('2025-06-15 16:06 UTC')
    const status = { id, status: 1 }
    expect((await owner.put('/api/token/?status_only=true', status)).body.success).toBe(true)
    expect((await models()).status).toBe(403)
    expect(await codeOf(owner.delete(path))).toBe('permission.denied')
    const shown = await owner.get(`/api/token/${id}`)
    expect(shown.body.data).toMatchObject({
      frozen_until: until,
      frozen_reason: 'shared in public',
    })
    clock.ms += 61 * MINUTE_MS
    expect((await models()).status).toBe(200)
  })

  test('stays so until further notice, and is let go', async () => {
    const { owner, id, models, path } = await withToken()
    await house.admin.post(path, {})
    expect((await models()).body.error.message).toContain('until further notice')
    const rotated = await owner.post(`/api/token/${id}/rotate`)
    const headers = { authorization: `Bearer sk-${rotated.body.data.key}` }
    expect((await house.api.get('/v1/models', { headers })).status).toBe(403)
    expect((await house.admin.delete(path)).body.success).toBe(true)
    expect((await house.api.get('/v1/models', { headers })).status).toBe(200)
  })

  test('is nothing that equals do to each other, nor begins in the past', async () => {
    const peer = await (await newUserOf(house, { role: 10 })).login()
    const { body } = await peer.post('/api/token/', { name: 'own', unlimited_quota: true })
    const path = `/api/token/all/${body.data[0].id}/freeze`
    expect(await codeOf(house.admin.post(path, {}))).toBe('user.outranked')
    const past = Math.floor(clock.ms / 1000) - 1
    expect(await codeOf(house.root.post(path, { until: past }))).toBe('token.expiry_invalid')
    const long = 'x'.repeat(201)
    expect(await codeOf(house.root.post(path, { reason: long }))).toBe('value.too_long')
  })
})
