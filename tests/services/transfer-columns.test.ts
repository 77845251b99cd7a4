import { expect, test } from 'bun:test'
import { OPERATOR, openFixture } from './services-fixture'

test('columns of other gateways that no table here has are passed over', async () => {
  const here = await openFixture()
  const text = JSON.stringify({
    users: [{ username: 'ann', access_token: 'x', verification_code: '1', stripe_customer: 'c' }],
    tokens: [{ username: 'ann', name: 'app', key: 'k'.repeat(48), cross_group_retry: true }],
    channels: [{ name: 'c', key: 'sk-up', models: 'm', header_override: '{}' }],
  })
  for (const update of [false, true]) {
    const rows = await here.transfer.import(OPERATOR, { text, update, dryRun: false })
    expect(rows.map(({ action }) => action)).toEqual(Array(3).fill(update ? 'update' : 'create'))
  }
  await here.close()
})
