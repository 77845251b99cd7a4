import { describe, expect, test } from 'bun:test'
import { CHANNEL_TYPES } from '../../../server/domain/channel-types'
import { facesOf } from '../../../server/domain/channels/faces'
import { createVendors } from '../../../server/relay/upstreams/vendors'
import { noUpstream } from './parts'

const vendorOf = createVendors({ clock: { nowMs: () => 0 }, upstream: noUpstream })

describe.each(CHANNEL_TYPES.map((row) => [row.name, row] as const))('%s', (_, row) => {
  test('tells its balance exactly if its vendor can read it', () => {
    expect(vendorOf(row).readBalance !== undefined).toBe(row.tellsBalance)
  })

  test('is authorized by its vendor exactly if the row says so', () => {
    const { authorize, authorizeQuery } = vendorOf(row)
    const isAsked = facesOf(row).some(({ auth }) => auth === 'vendor')
    expect((authorize ?? authorizeQuery) !== undefined).toBe(isAsked)
  })
})
