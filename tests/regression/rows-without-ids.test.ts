/** Users of a file without ids once shared the id 0, and the last of them got what named nobody. */
import { expect, test } from 'bun:test'
import { OPERATOR, openFixture } from '../services/services-fixture'

test('imported rows without ids invite nobody and own nothing', async () => {
  const { transfer, users, tokens, close } = await openFixture()
  const file = {
    users: [{ username: 'team9' }, { username: 'team10' }],
    tokens: [{ name: 'stray', key: 'a'.repeat(48) }],
  }
  const text = JSON.stringify(file)
  await transfer.import(OPERATOR, { text, update: false, dryRun: false })
  expect((await users.show('team9')).inviter_id).toBe(0)
  expect((await users.show('team10')).inviter_id).toBe(0)
  expect((await tokens.list({})).items).toEqual([])
  await close()
})
