/**
 * Every tick of the manual's table of vendors: the vendor is asked at its own address, by its own
 * credential, in a format that its documentation has. A row or a tick without a case in
 * tests/contracts/matrix/vendor-cases.ts fails here.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { answersCalls, reachedAs } from '../../server/domain/calls/model-calls'
import { OPERATIONS_OF } from '../../server/domain/calls/operations'
import { CHANNEL_TYPES } from '../../server/domain/channel-types'
import type { ChannelTypeRow } from '../../server/domain/channel-types/channel-type'
import { apiVariantsOf } from '../../server/domain/channels/api-variants'
import { type ForwardProxy, startForwardProxy } from '../contracts/forward-proxy'
import { askVendor, type VendorAsk, wishesTo } from '../contracts/matrix/vendor-asks'
import { VENDOR_CASES } from '../contracts/matrix/vendor-cases'
import { type StandIn, standIn, strangeFields } from '../contracts/matrix/vendor-stand-in'
import type { VendorCase } from '../contracts/matrix/vendors/vendor-case'
import { everything } from '../contracts/matrix/wishes'
import { type Gateway, startGateway } from '../support/gateway'
import { liveUpstream } from '../support/live-upstream'
import { realtimeUpstream } from '../support/realtime-upstream'
import { json, startUpstream, type Upstream } from '../support/upstream'
import { waitUntil, within } from '../support/wait-until'
import { talkTo } from './realtime-client'

const VENDORS = CHANNEL_TYPES.filter((type) => answersCalls(type) && type.selectable)

let upstream: Upstream
let proxy: ForwardProxy
let gateway: Gateway
let standIns: readonly StandIn[]

beforeAll(async () => {
  upstream = await startUpstream(json({}))
  // Whatever address is asked, the upstream of the test answers.
  proxy = await startForwardProxy(upstream.port)
  const setting = JSON.stringify({ proxy: `http://127.0.0.1:${proxy.port}` })
  standIns = VENDOR_CASES.map((vendor) => standIn(vendor, upstream.url))
  gateway = await startGateway({
    channels: VENDOR_CASES.map((vendor, at) => ({
      type: vendor.type,
      key: standIns[at]?.key ?? '',
      other: vendor.other ?? '',
      base_url: plain(vendor),
      models: nameOf(at),
      model_mapping: JSON.stringify({ [nameOf(at)]: vendor.model ?? 'model-1' }),
      setting,
    })),
    options: { RetryTimes: 0, SelfUseModeEnabled: true },
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await proxy[Symbol.asyncDispose]()
  await upstream.stop()
})

/** Without encryption, which would hide from the proxy what is asked. */
function plain({ type, address }: VendorCase): string {
  const row = VENDORS.find(({ id }) => id === type)
  return (address ?? row?.baseUrl ?? '').replace('https:', 'http:')
}

/** The client's name of the model of a case. */
function nameOf(at: number): string {
  return `vendor-${at}`
}

/** What the row ticks; sockets are asked below. */
function ticksOf(type: ChannelTypeRow): readonly string[] {
  const ticks = apiVariantsOf(type).flatMap((face) =>
    answersCalls(face)
      ? OPERATIONS_OF[face.dialect]
          .filter((operation) => operation !== 'realtime' && reachedAs(face, operation))
          .map((operation) => `${operation} ${face.dialect}`)
      : [],
  )
  return [...new Set(ticks)].sort()
}

describe.each(VENDORS.map((row) => [row.name, row] as const))('%s', (_, row) => {
  const cases = [...VENDOR_CASES.entries()].filter(([, { type }]) => type === row.id)

  test('is asked everything that it offers', () => {
    const asked = cases.flatMap(([, vendor]) => Object.keys(vendor.asked))
    expect([...new Set(asked)].sort()).toEqual([...ticksOf(row)])
  })

  for (const [at, vendor] of cases) {
    for (const [ask, place] of Object.entries(vendor.asked)) {
      test(`answers ${ask} at ${place}`, async () => {
        const { judge } = standIns[at] ?? standIn(vendor, upstream.url)
        const asking = { gateway, upstream, model: nameOf(at), judge }
        const { status, text, at: where } = await askVendor(asking, ask as VendorAsk)
        expect({ where, status, text }).toMatchObject({ where: place, status: 200 })
      })
    }

    if (vendor.asked['chat openai'] !== undefined)
      test('is sent nothing that it does not know when it is translated for', async () => {
        const model = nameOf(at)
        const body = await wishesTo({ gateway, upstream, model }, everything('gemini'))
        // Its newest models are asked by Responses where tools are offered.
        const isChat = body.input === undefined
        expect(body).toMatchObject({ [isChat ? 'messages' : 'input']: expect.anything() })
        expect(isChat ? strangeFields(vendor, body) : []).toEqual([])
      })
  }
})

/** By the number of the type. Google's sockets speak another protocol. */
const SOCKETS: Readonly<Record<number, string>> = {
  1: '/v1/realtime?model=gpt-realtime',
  3: '/openai/v1/realtime?model=gpt-realtime',
  60: '/v1/realtime?model=gpt-realtime',
}

const LIVE = '/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent'

describe('a realtime socket', () => {
  const sockets = VENDORS.filter(
    (type) =>
      type.dialect !== 'gemini' && reachedAs(type, 'realtime') && type.paths.realtime !== null,
  )

  test('has a case for each vendor that offers one', () => {
    expect(sockets.map(({ id }) => String(id)).sort()).toEqual(Object.keys(SOCKETS).sort())
  })

  test.each(Object.entries(SOCKETS))('of type %s is opened at %s', async (type, place) => {
    await using live = realtimeUpstream()
    await using own = await startGateway({
      channels: [{ type: Number(type), upstream: live, models: 'gpt-realtime' }],
      options: { SelfUseModeEnabled: true },
    })
    const client = await talkTo(own)
    await client.event('session.created')
    expect(live.requests.map(({ url }) => url)).toEqual([place])
    client.socket.close()
  })

  test('of Google is opened where its own clients open it', async () => {
    await using google = liveUpstream()
    const model = 'gemini-live-2.5-flash'
    await using own = await startGateway({
      channels: [{ type: 24, upstream: google, key: 'a-key', models: model }],
      options: { SelfUseModeEnabled: true },
    })
    const socket = new WebSocket(`${own.url.replace('http', 'ws')}${LIVE}?key=${own.keys[0]}`)
    await within('open socket', new Promise((resolve) => (socket.onopen = resolve)))
    socket.send(JSON.stringify({ setup: { model: `models/${model}` } }))
    await waitUntil('it is opened', () => google.heard.length === 1)
    expect(google.paths).toEqual([`${LIVE}?key=a-key`])
    socket.close()
  })
})
