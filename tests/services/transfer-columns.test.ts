import { expect, test } from 'bun:test'
import { OPERATOR, openFixture } from './services-fixture'

test('columns of other gateways that no table here has are passed over, and named', async () => {
  const here = await openFixture()
  const text = JSON.stringify({
    users: [{ username: 'ann', access_token: 'x', verification_code: '1', stripe_customer: 'c' }],
    tokens: [{ username: 'ann', name: 'app', key: 'k'.repeat(48), cross_group_retry: true }],
    channels: [{ name: 'c', key: 'sk-up', models: 'm', header_override: '{}' }],
  })
  for (const update of [false, true]) {
    const rows = await here.transfer.import(OPERATOR, { text, update, dryRun: false })
    const [passed, taken] = [false, true].map((isTaken) =>
      rows.filter(({ action }) => (action !== 'skip') === isTaken),
    )
    expect(taken?.map(({ action }) => action)).toEqual(Array(3).fill(update ? 'update' : 'create'))
    expect(passed?.map(({ note }) => note)).toEqual(Array(5).fill('column_unknown'))
  }
  await here.close()
})
