/** Files of the operator's own, beside the console and the APIs. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Gateway, startGateway } from '../support/gateway'
import { type TempDir, tempDir } from '../support/temp-dir'

const PROOF = 'this domain is ours\n'
const SECRET = 'for nobody\n'

let folder: TempDir
let gateway: Gateway

function write(name: string, text: string): void {
  const path = join(folder.path, 'public', name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
}

beforeAll(async () => {
  folder = tempDir('public')
  write('proof.txt', PROOF)
  write('.well-known/pki/proof.txt', PROOF)
  write('logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  write('api/status', 'not the status')
  write('v1/models', 'not the models')
  writeFileSync(join(folder.path, 'outside.txt'), SECRET)
  gateway = await startGateway({ env: { GW_PUBLIC_DIR: join(folder.path, 'public') } })
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(gateway.url + path, { headers })

test('are served as they are, with their type', async () => {
  for (const path of ['/proof.txt', '/.well-known/pki/proof.txt']) {
    const response = await get(path)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe(PROOF)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  }
  expect((await get('/logo.svg')).headers.get('content-type')).toContain('image/svg+xml')
})

test('are not sent again to who has them', async () => {
  const etag = (await get('/logo.svg')).headers.get('etag') ?? ''
  expect(etag).not.toBe('')
  expect((await get('/logo.svg', { 'if-none-match': etag })).status).toBe(304)
})

test('cannot take the place of an API', async () => {
  expect(await (await get('/api/status')).json()).toMatchObject({ success: true })
  const models = await gateway.openai().models.list()
  expect(models.object).toBe('list')
})

test('do not lead out of their folder', async () => {
  for (const path of ['/../outside.txt', '/%2e%2e/outside.txt', '/..%2foutside.txt']) {
    expect(await (await get(path)).text()).not.toContain(SECRET)
  }
  expect((await get('/nothing.txt')).status).toBe(404)
})
