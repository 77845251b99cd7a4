/** Races for money that comes in, and for guesses at a mailed code. */

import type { Chance } from '../../../provider/chance'
import { apiOf } from '../api'
import { type Mailbox, startMailbox } from '../mailbox'
import { PASSWORD, type Site } from '../site'
import type { Tally } from '../tally'

interface Arena {
  readonly site: Site
  readonly url: string
  readonly chance: Chance
}

/** Returns the credits that it should have brought into the accounts. */
type MoneyRace = (tally: Tally, arena: Arena) => Promise<number>

const DOLLAR = 500_000

function times<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => make(index)))
}

async function redeemOnce(tally: Tally, { site, url }: Arena): Promise<number> {
  const AT_ONCE = 64
  const made = await site.ask<{ key: string } | { key: string }[]>(
    ...['redemption', 'create', 'race', '--quota', String(DOLLAR)],
  )
  const key = Array.isArray(made) ? made[0]?.key : made.key
  const answers = await times(AT_ONCE, (index) => {
    const payer = site.payers[index % site.payers.length]
    return apiOf(url, payer).send('POST', '/api/user/topup', { key })
  })
  const won = answers.filter(({ success }) => success).length
  tally.add('attempts', AT_ONCE)
  tally.same(won, 1, 'one code is redeemed once')
  return DOLLAR
}

const SHOP = { id: '1001', key: 'shop-secret' }

async function payOnce(tally: Tally, { site, url }: Arena): Promise<number> {
  const AT_ONCE = 32
  const amount = 3
  for (const [name, value] of [
    ['PayAddress', 'http://127.0.0.1:9'],
    ['EpayId', SHOP.id],
    ['EpayKey', SHOP.key],
    ['CustomCallbackAddress', url],
  ] as const) {
    await apiOf(url, site.root).send('PUT', '/api/option/', { key: name, value })
  }
  const ordered = await apiOf(url, site.payers[0]).send('POST', '/api/user/pay', {
    amount,
    payment_method: 'zfb',
  })
  const form = ordered.value as Readonly<Record<string, string>>
  const notice = new URLSearchParams(signed({ ...form, trade_status: 'TRADE_SUCCESS' }))
  const answers = await times(AT_ONCE, () => apiOf(url).get(`/api/user/epay/notify?${notice}`))
  tally.add('attempts', AT_ONCE)
  const words = [...new Set(answers.map(({ value }) => value))]
  tally.same(words, ['success'], 'every notice of a paid order is acknowledged')
  return amount * DOLLAR
}

/** The notice as the payment service signs it: MD5 over the sorted fields and the key. */
function signed(form: Readonly<Record<string, string>>): Record<string, string> {
  const { pid, out_trade_no, type, name, money, trade_status } = form
  const fields = { pid, trade_no: '2026', out_trade_no, type, name, money, trade_status }
  const text = Object.entries(fields)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([field, value]) => `${field}=${value}`)
    .join('&')
  const sign = new Bun.CryptoHasher('md5').update(text + SHOP.key).digest('hex')
  const given = Object.entries(fields).map(([field, value]) => [field, value ?? ''])
  return { ...Object.fromEntries(given), sign, sign_type: 'MD5' }
}

async function transferOnce(tally: Tally, { site, url }: Arena): Promise<number> {
  const AT_ONCE = 32
  const root = apiOf(url, site.root)
  await root.send('PUT', '/api/option/', { key: 'QuotaForInviter', value: String(DOLLAR) })
  const inviter = apiOf(url, site.payers[1])
  const { value: aff_code } = await inviter.get('/api/user/aff')
  const joined = await apiOf(url).send('POST', '/api/user/register', {
    username: 'invited',
    password: PASSWORD,
    aff_code,
  })
  tally.expect(joined.success, 'an invited visitor registers', { what: joined })
  const answers = await times(AT_ONCE, () =>
    inviter.send('POST', '/api/user/aff_transfer', { quota: DOLLAR }),
  )
  tally.add('attempts', AT_ONCE)
  const won = answers.filter(({ success }) => success).length
  tally.same(won, 1, 'invite earnings are transferred once')
  return DOLLAR
}

/** Tries that a mailed code allows. */
const ALLOWED_TRIES = 5

async function guessFew(tally: Tally, { site, url, chance }: Arena): Promise<number> {
  const AT_ONCE = 64
  const mailbox = await startMailbox()
  try {
    const root = apiOf(url, site.root)
    for (const [key, value] of Object.entries(mailbox.options)) {
      await root.send('PUT', '/api/option/', { key, value })
    }
    await root.send('PUT', '/api/option/', { key: 'EmailVerificationEnabled', value: 'true' })
    const code = await mailedCode({ url, mailbox, email: 'race@example.com' })
    const guess = (verification_code: string, index: number) =>
      apiOf(url).send('POST', '/api/user/register', {
        username: `guesser${index}`,
        password: PASSWORD,
        email: 'race@example.com',
        verification_code,
      })
    const wrong = () => String((Number(code) + chance.between(1, 899_999)) % 1_000_000)
    const guesses = Array.from({ length: AT_ONCE }, () => wrong().padStart(6, '0'))
    const answers = await times(AT_ONCE, (index) => guess(guesses[index] ?? '', index))
    tally.add('attempts', AT_ONCE)
    const judged = answers.filter((answer) => answer.code === 'code.wrong').length
    tally.same(judged, ALLOWED_TRIES, 'as many guesses are judged as a mailed code allows')
    const late = await guess(code, AT_ONCE)
    tally.same(late.code, 'code.too_many_attempts', 'the right code comes too late')
  } finally {
    await mailbox.stop()
  }
  return 0
}

async function mailedCode(ask: {
  readonly url: string
  readonly mailbox: Mailbox
  readonly email: string
}): Promise<string> {
  const { url, mailbox, email } = ask
  const sent = await apiOf(url).get(`/api/verification?email=${encodeURIComponent(email)}`)
  if (!sent.success) throw new Error(`no code was sent: ${sent.code}`)
  const code = /\b\d{6}\b/.exec(await mailbox.next())?.[0]
  if (code === undefined) throw new Error('the mail has no code')
  return code
}

export const MONEY_RACES: readonly MoneyRace[] = [redeemOnce, payOnce, transferOnce, guessFew]
