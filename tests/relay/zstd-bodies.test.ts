/** Coding agents send long conversations compressed with zstd. */
import { expect, test } from 'bun:test'
import { constants, zstdCompressSync } from 'node:zlib'
import type { Gateway } from '../support/gateway'
import { json } from '../support/upstream'
import { expectRefusal, expectSpent, type Told, told } from './black-box'
import { asking, NATIVE, PATH, talking } from './responses-wire'

const MB = 1024 * 1024
const ANSWER = json(JSON.parse(NATIVE.json))
const TEXT = JSON.stringify(asking())

function send(gateway: Gateway, body: Uint8Array): Promise<Told> {
  const headers = { authorization: `Bearer ${gateway.keys[0]}`, 'content-encoding': 'zstd' }
  const method = 'POST'
  return told(fetch(gateway.url + PATH, { method, headers, body: Uint8Array.from(body) }))
}

test('a body in zstd reaches the upstream as what it says', async () => {
  await talking(ANSWER, {}, async ({ gateway, upstream }) => {
    const body = asking({ input: 'long '.repeat(80_000) })
    expect((await send(gateway, zstdCompressSync(JSON.stringify(body)))).status).toBe(200)
    expect(upstream.last().json).toEqual(body)
  })
})

test.each([
  ['whose window would take more memory', 'bad_encoding', wide],
  ['that is cut short', 'invalid_json', () => zstdCompressSync(TEXT).subarray(0, 20)],
  ['that says so and is none', 'bad_encoding', () => Buffer.from(TEXT)],
  ['that is a bomb', 'request_too_large', () => zstdCompressSync(Buffer.alloc(200 * MB, 'x'))],
])('a body %s is refused', async (_, code, bodyOf) => {
  const status = code === 'request_too_large' ? 413 : 400
  await talking(ANSWER, {}, async ({ gateway, upstream }) => {
    const error = expectRefusal(await send(gateway, bodyOf()), 'openai', status)
    expect(error.code).toBe(code)
    expect(upstream.requests).toEqual([])
    await expectSpent(gateway, 0)
  })
})

function wide(): Uint8Array {
  const params = { [constants.ZSTD_c_windowLog]: 27 }
  return zstdCompressSync(Buffer.alloc(16 * MB, 'no two bytes'), { params })
}
