/** What a batch holds until it is billed: output counts wherever more than text is read. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { PLENTY } from '../support/seed'
import { startUpstream, type Upstream } from '../support/upstream'
import { KeepingVendor } from './keeping-vendor'

/** Credits of the output tokens that a line without a limit of its own may write. */
const USUAL_OUTPUT = 1_000

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(new KeepingVendor('a').answer)
  gateway = await startGateway({
    channels: [{ upstream, models: 'm' }],
    options: { ModelRatio: { m: 1 }, CompletionRatio: { m: 1 } },
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

async function held(): Promise<number> {
  await gateway.idle()
  const user = await gateway.services.users.show(gateway.userIds[0] ?? 0)
  return PLENTY - user.quota - user.used_quota
}

async function heldAt(url: string): Promise<number> {
  const before = await held()
  const line = { custom_id: 'x', method: 'POST', url, body: { model: 'm', input: 'hi' } }
  const file = new File([`${JSON.stringify(line)}\n`], 'f.jsonl')
  const input = await gateway.openai().files.create({ file, purpose: 'batch' })
  const asked = { input_file_id: input.id, endpoint: url, completion_window: '24h' }
  const { status } = await gateway.post('/v1/batches', asked)
  expect(status).toBe(200)
  return (await held()) - before
}

test.each(['/v1/embeddings', '/v1/moderations'])('of %s holds what is read', async (url) => {
  const credits = await heldAt(url)
  expect(credits).toBeGreaterThan(0)
  expect(credits).toBeLessThan(USUAL_OUTPUT)
})

test.each([
  '/v1/chat/completions',
  '/v1/responses',
  '/v1/images/generations',
  '/v1/audio/speech',
  '/v1/audio/transcriptions',
  '/v1/rerank',
  '/v1/unheard-of',
])('of %s holds what may be written, too', async (url) => {
  expect(await heldAt(url)).toBeGreaterThanOrEqual(USUAL_OUTPUT)
})
