/** The credit of a check-in: once a day of the site's zone, however many ask at once. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'

const HOUR = 3_600_000
const clock = { ms: Date.UTC(2026, 10, 28, 22, 30) }

let gateway: Gateway
let user: ApiCaller
beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS, clock: { nowMs: () => clock.ms } })
  user = await apiClient(gateway).as('user')
})
afterAll(async () => {
  expect(await gateway.services.ledger.verify()).toEqual([])
  await gateway[Symbol.asyncDispose]()
})

async function set(options: Readonly<Record<string, string>>): Promise<void> {
  for (const [key, value] of Object.entries(options)) {
    await gateway.services.options.set(TEST_ACTOR, { key, value })
  }
}
const claim = async () => (await user.post('/api/user/check_in', {})).body
/** Nobody is signed in for months. */
async function moveTo(ms: number): Promise<void> {
  clock.ms = ms
  user = await apiClient(gateway).login('user-1')
}
const state = async () => (await user.get('/api/user/check_in')).body.data
const booked = async () =>
  (await gateway.services.ledger.history({ userId: user.id })).filter(
    ({ kind }) => kind === 'check_in',
  )

test('there is none until the operator says what it is worth', async () => {
  expect(await state()).toEqual({ credit: 0, day: '2026-11-28', checked_in: false })
  expect(await claim()).toMatchObject({ success: false, code: 'check_in.closed' })
})

test('sixty-four at once get it once, by one entry', async () => {
  await set({ CheckInCredit: '5000', CheckInTimeZone: 'Asia/Shanghai' })
  const before = (await gateway.services.users.show(user.id)).quota
  const answers = await Promise.all(Array.from({ length: 64 }, claim))
  expect(answers.filter(({ success }) => success)).toEqual([
    { success: true, message: '', data: 5000 },
  ])
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([undefined, 'check_in.done']))
  expect((await gateway.services.users.show(user.id)).quota).toBe(before + 5000)
  // Half past ten at night in UTC is the morning of the next day there.
  expect(await booked()).toMatchObject([{ user_delta: 5000, reference: '2026-11-29' }])
  expect(await state()).toEqual({ credit: 5000, day: '2026-11-29', checked_in: true })
})

test('days are those of the clocks, also when an hour is skipped or comes twice', async () => {
  await set({ CheckInTimeZone: 'America/New_York' })
  // The short day, 14 March 2027, begins at 05:00 UTC and ends at 04:00.
  await moveTo(Date.UTC(2027, 2, 14, 5))
  expect(await claim()).toMatchObject({ success: true })
  clock.ms = Date.UTC(2027, 2, 15, 4) - 1
  expect(await claim()).toMatchObject({ success: false, code: 'check_in.done' })
  clock.ms += 1
  expect(await claim()).toMatchObject({ success: true })
  // The long one, 7 November 2027, has 25 hours.
  await moveTo(Date.UTC(2027, 10, 7, 4))
  expect(await claim()).toMatchObject({ success: true })
  clock.ms += 25 * HOUR - 1
  expect(await claim()).toMatchObject({ success: false, code: 'check_in.done' })
  clock.ms += 1
  expect(await claim()).toMatchObject({ success: true })
})

test('no other zone makes a day come twice', async () => {
  clock.ms = Date.UTC(2027, 10, 8, 12)
  await set({ CheckInTimeZone: 'Pacific/Kiritimati' })
  expect(await claim()).toMatchObject({ success: true })
  await set({ CheckInTimeZone: 'Pacific/Pago_Pago' })
  expect(await claim()).toMatchObject({ success: false, code: 'check_in.done' })
  const wrong = { key: 'CheckInTimeZone', value: 'Mars/Olympus' }
  expect(gateway.services.options.set(TEST_ACTOR, wrong)).rejects.toMatchObject({
    id: 'option.invalid',
  })
})
