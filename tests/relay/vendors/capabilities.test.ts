import { describe, expect, test } from 'bun:test'
import { CHANNEL_TYPES } from '../../../server/domain/channel-types'
import { apiVariantsOf } from '../../../server/domain/channels/api-variants'
import { createVendors } from '../../../server/relay/upstreams/vendors'
import { noUpstream } from './parts'

const vendorOf = createVendors({ clock: { nowMs: () => 0 }, upstream: noUpstream })

describe.each(CHANNEL_TYPES.map((row) => [row.name, row] as const))('%s', (_, row) => {
  test('tells its balance exactly if its vendor can read it', () => {
    expect(vendorOf(row).readBalance !== undefined).toBe(row.reportsBalance)
  })

  test('is authorized by its vendor exactly if the row says so', () => {
    const { authorize, authorizeQuery } = vendorOf(row)
    const isAsked = apiVariantsOf(row).some(({ auth }) => auth === 'vendor')
    expect((authorize ?? authorizeQuery) !== undefined).toBe(isAsked)
  })
})
