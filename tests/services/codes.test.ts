import { expect, test } from 'bun:test'
import { startSmtpSink } from '../support/smtp-sink'
import { OPERATOR, openFixture, PASSWORD, person, refusal } from './services-fixture'

test('codes are purged an hour after their end, and not before', async () => {
  await using sink = await startSmtpSink()
  const fixture = await openFixture()
  for (const [key, value] of Object.entries(sink.options)) {
    await fixture.options.set(OPERATOR, { key, value: String(value) })
  }
  await fixture.options.set(OPERATOR, { key: 'ServerAddress', value: 'https://gw.example' })
  await fixture.users.create(OPERATOR, {
    username: 'ann',
    password: PASSWORD,
    email: 'ann@example.com',
  })
  const visitor = person(0)
  const ask = { email: 'ann@example.com', language: 'en' } as const
  await fixture.accounts.requestReset(visitor, ask)
  await fixture.accounts.requestEmailCode(visitor, ask)
  fixture.clock.ms += (60 + 3) * 60_000 - 1
  expect(await fixture.accounts.purgeCodes(OPERATOR)).toBe(0)
  fixture.clock.ms += 1
  expect(await fixture.accounts.purgeCodes(OPERATOR)).toBe(1)
  fixture.clock.ms += 27 * 60_000
  expect(await fixture.accounts.purgeCodes(OPERATOR)).toBe(1)
  expect(await refusal(fixture.accounts.requestReset(visitor, ask))).toBe('done')
  await fixture.close()
})
