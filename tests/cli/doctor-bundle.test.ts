/** `gw doctor --bundle`: what support gets, and that no secret is among it. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ask, PRICES } from '../relay/black-box'
import { type Gateway, startGateway } from '../support/gateway'
import { json, startUpstream, type Upstream } from '../support/upstream'

const CHANNEL_KEY = 'sk-proj-planted0channel0key0abcdef'
/** Each stands somewhere that the bundle is made from. */
const PLANTED = [
  CHANNEL_KEY,
  'planted-smtp-password',
  'planted.mail.example',
  'planted notice to everybody',
  'planted-proxy-password',
  'planted-user',
  'planted-channel-name',
  'planted words of a prompt',
  'planted words of the upstream',
  'planted-collector-key',
  'planted-database-password',
  'planted-valkey-password',
]

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  const refusal = { error: { message: `planted words of the upstream ${CHANNEL_KEY}` } }
  upstream = await startUpstream(json(refusal, { status: 500 }))
  gateway = await startGateway({
    users: [{ username: 'planted-user', role: 10 }],
    channels: [
      { upstream, models: 'm', key: CHANNEL_KEY, name: 'planted-channel-name', tag: 'plain' },
      {
        upstream,
        models: 'other',
        setting: JSON.stringify({ proxy: 'http://someone:planted-proxy-password@10.1.2.3:8080' }),
      },
    ],
    options: {
      ...PRICES,
      SMTPToken: 'planted-smtp-password',
      SMTPServer: 'planted.mail.example',
      Notice: 'planted notice to everybody',
    },
  })
  const messages = [{ role: 'user', content: 'planted words of a prompt' }]
  const { status } = await gateway.post('/v1/chat/completions', ask('openai', { messages }))
  expect(status).toBeGreaterThanOrEqual(500)
  await gateway.idle()
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream[Symbol.asyncDispose]()
})

const env = {
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:planted-database-password@10.9.8.7:4318',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20planted-collector-key',
  GW_VALKEY_URL: 'valkey://gw:planted-valkey-password@10.9.8.6:6379',
  GW_LOG_LEVEL: 'debug',
}

async function unpacked(path: string): Promise<Readonly<Record<string, string>>> {
  const files = await new Bun.Archive(await Bun.file(path).bytes()).files()
  const texts = [...files].map(async ([name, file]) => [name, await file.text()] as const)
  return Object.fromEntries(await Promise.all(texts))
}

test('it is written after a yes, for its owner only, and tells what support needs', async () => {
  const path = join(gateway.dataDir, 'support.tar.gz')
  const refused = await gateway.cli(['doctor', '--offline', '--bundle', path], { env })
  expect([refused.code, existsSync(path)]).toEqual([2, false])
  const { stderr } = await gateway.cli(['doctor', '--offline', '--bundle', path, '--yes'], { env })
  expect(stderr).toMatch(/program\.json +\d+ bytes/)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const files = await unpacked(path)
  const of = (name: string) => JSON.parse(files[`gw-support/${name}.json`] ?? 'null')
  expect(of('program').version).toMatch(/^\d+\.\d+\.\d+/)
  expect(of('variables')).toMatchObject({
    GW_LOG_LEVEL: 'debug',
    OTEL_EXPORTER_OTLP_HEADERS: 'set',
  })
  expect(of('options')).toContainEqual({ key: 'SMTPToken', is_set: true, value: '***' })
  expect(of('options')).toContainEqual({
    key: 'Notice',
    is_set: true,
    value: 'text of 27 characters',
  })
  expect(of('failures')[0]).toMatchObject({
    model_name: 'm',
    channel_id: gateway.channelIds[0],
    error: 'upstream.refused',
    upstream_status: 500,
  })
  expect(of('channels')).toHaveLength(2)
  expect(of('migrations').length).toBeGreaterThan(40)
  expect(of('nodes')[0].version).toMatch(/^\d/)
  expect(of('doctor').map(({ id }: { readonly id: string }) => id)).toContain('ledger')
})

test('no planted secret, key, name, text or address is in it', async () => {
  const path = join(gateway.dataDir, 'searched.tar.gz')
  await gateway.cli(['doctor', '--bundle', path, '--yes'], { env })
  const text = Object.values(await unpacked(path)).join('\n')
  const keys = gateway.keys.map((key) => key.replace(/^sk-/, ''))
  for (const secret of [...PLANTED, ...keys]) expect(text).not.toContain(secret)
  expect(text).not.toMatch(/\b(127\.0\.0\.1|10\.\d+\.\d+\.\d+)\b/)
})
