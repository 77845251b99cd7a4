import { describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { zhipu } from '../../../server/relay/upstreams/vendors/zhipu'
import { upstreamCall } from '../protocols/wire'
import { noUpstream } from './parts'

const NOW_MS = 1_760_000_000_000

function tokens(nowMs: () => number) {
  const { authorize } = zhipu({ clock: { nowMs }, upstream: noUpstream })
  const { channel } = upstreamCall()
  const bare = { method: 'POST', url: 'https://z.example/', headers: {}, body: '{}' } as const
  return async (key: string) => {
    const made = await authorize?.({ ...bare, channel: { ...channel, key } })
    return made?.authorization ?? ''
  }
}

describe('Zhipu is shown', () => {
  test('a bare token signed with the secret', async () => {
    const token = await tokens(() => NOW_MS)('id1.secret1')
    const [head = '', claims = '', signature] = token.split('.')
    const decoded = [head, claims].map((part) => JSON.parse(atob(part)))
    expect(decoded).toEqual([
      { alg: 'HS256', sign_type: 'SIGN' },
      { api_key: 'id1', exp: 1_760_086_400_000, timestamp: NOW_MS },
    ])
    const expected = createHmac('sha256', 'secret1').update(`${head}.${claims}`)
    expect(signature).toBe(expected.digest('base64url'))
  })

  test('one token per key until shortly before it ends', async () => {
    let nowMs = 0
    const token = tokens(() => nowMs)
    const first = await token('a.b')
    nowMs = 23 * 3_600_000
    expect(await token('a.b')).toBe(first)
    nowMs = 24 * 3_600_000 - 30_000
    expect(await token('a.b')).not.toBe(first)
  })

  test('the key itself when it has another form', async () => {
    expect(await tokens(() => NOW_MS)('plain')).toBe('Bearer plain')
  })
})
