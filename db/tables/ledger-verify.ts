/** Replays the ledger against the balances: every difference is a defect or a manual edit. */
import { sql } from 'kysely'
import type { Db } from '../db'

export interface Difference {
  /** `user:7`, `token:3`, `subscription:2` or `call:<id>`. */
  readonly account: string
  readonly check:
    | 'quota'
    | 'used_quota'
    /** Each call is reserved, in one step or in several. */
    | 'reserve'
    /** Each call is settled once or released, or both when it was taken for dead. */
    | 'settlement'
    /** What an open call holds. */
    | 'held'
    /** What a finished call took from user and token. */
    | 'charge'
    /** What is held for a call that cannot be running any more. */
    | 'abandoned'
  readonly expected: number
  readonly actual: number
}

/** More would not be read by anybody. */
const MOST_DIFFERENCES = 1000

/**
 * Differences between the ledger and the tables, at most 1,000 of each kind. Each check is one
 * statement, so calls that go on meanwhile are never reported.
 */
export async function verify(db: Db): Promise<Difference[]> {
  const accounts = [...(await verifyAccounts(db, USERS)), ...(await verifyAccounts(db, TOKENS))]
  return [...accounts, ...(await verifySubscriptions(db)), ...(await verifyCalls(db))]
}

interface AccountTable {
  readonly name: 'user' | 'token'
  readonly table: 'users' | 'tokens'
  readonly key: 'user_id' | 'token_id'
  readonly balance: 'quota' | 'remain_quota'
  readonly delta: 'user_delta' | 'token_delta'
}

const USERS: AccountTable = {
  name: 'user',
  table: 'users',
  key: 'user_id',
  balance: 'quota',
  delta: 'user_delta',
}

const TOKENS: AccountTable = {
  name: 'token',
  table: 'tokens',
  key: 'token_id',
  balance: 'remain_quota',
  delta: 'token_delta',
}

async function verifyAccounts(db: Db, table: AccountTable): Promise<Difference[]> {
  const { rows } = await sql<{
    id: number
    quota: number
    used: number
    booked: number
    charged: number
  }>`
    with booked as (
      select ${sql.ref(table.key)} as id, sum(${sql.ref(table.delta)}) as quota,
        sum(charge) as used
      from ledger group by ${sql.ref(table.key)}
    ), actual as (
      select id, ${sql.ref(table.balance)} as quota, used_quota as used
      from ${sql.table(table.table)}
    ), ids as (
      select id from booked where id <> 0 union select id from actual
    )
    select ids.id as id, coalesce(actual.quota, 0) as quota, coalesce(actual.used, 0) as used,
      coalesce(booked.quota, 0) as booked, coalesce(booked.used, 0) as charged
    from ids left join actual on actual.id = ids.id left join booked on booked.id = ids.id
    where coalesce(actual.quota, 0) <> coalesce(booked.quota, 0)
      or coalesce(actual.used, 0) <> coalesce(booked.used, 0)
    order by ids.id limit ${sql.lit(MOST_DIFFERENCES)}`.execute(db.lists)
  return rows.flatMap(({ id, quota, used, booked, charged }) => {
    const account = `${table.name}:${id}`
    return [
      ...differ({ account, check: 'quota', expected: booked, actual: quota }),
      ...differ({ account, check: 'used_quota', expected: charged, actual: used }),
    ]
  })
}

/** What periods have granted, what calls were paid of it, and what has gone at their ends. */
async function verifySubscriptions(db: Db): Promise<Difference[]> {
  const { rows } = await sql<{ id: number; remain: number; booked: number }>`
    with booked as (
      select subscription_id as id, sum(subscription_delta) as remain
      from ledger where subscription_id <> 0 group by subscription_id
    )
    select subscriptions.id as id, subscriptions.remain as remain,
      coalesce(booked.remain, 0) as booked
    from subscriptions left join booked on booked.id = subscriptions.id
    where subscriptions.remain <> coalesce(booked.remain, 0)
    order by subscriptions.id limit ${sql.lit(MOST_DIFFERENCES)}`.execute(db.lists)
  return rows.flatMap(({ id, remain, booked }) =>
    differ({ account: `subscription:${id}`, check: 'quota', expected: booked, actual: remain }),
  )
}

interface CallRow {
  readonly call_id: string
  readonly reserves: number
  readonly finals: number
  /** Net credits taken from the user and from the token. */
  readonly taken: number
  readonly token_taken: number
  readonly has_token: number
  readonly charge: number
  /** Credits of the open reservation; `null` when there is none. */
  readonly held: number | null
}

async function verifyCalls(db: Db): Promise<Difference[]> {
  const { rows } = await sql<CallRow>`
    with calls as (
      select reference as call_id,
        sum(case when kind = 'reserve' then 1 else 0 end) as reserves,
        sum(case when kind <> 'reserve' then 1 else 0 end)
          - case when sum(case when kind = 'settle' then 1 else 0 end) = 1
            and sum(case when kind = 'release' then 1 else 0 end) = 1 then 1 else 0 end as finals,
        -sum(user_delta) as taken, -sum(token_delta) as token_taken,
        max(case when token_id <> 0 then 1 else 0 end) as has_token, sum(charge) as charge
      from ledger where kind in ('reserve', 'settle', 'release') group by reference
    ), ids as (
      select call_id from calls union select call_id from reservations
    )
    select ids.call_id as call_id, coalesce(calls.reserves, 0) as reserves,
      coalesce(calls.finals, 0) as finals, coalesce(calls.taken, 0) as taken,
      coalesce(calls.token_taken, 0) as token_taken,
      coalesce(calls.has_token, 0) as has_token, coalesce(calls.charge, 0) as charge,
      reservations.amount as held
    from ids left join calls on calls.call_id = ids.call_id
      left join reservations on reservations.call_id = ids.call_id
    where coalesce(calls.reserves, 0) < 1
      or coalesce(calls.finals, 0) <> case when reservations.call_id is null then 1 else 0 end
      or calls.taken <> coalesce(reservations.amount, calls.charge)
      or (calls.has_token = 1 and calls.token_taken <> calls.taken)
    order by ids.call_id limit ${sql.lit(MOST_DIFFERENCES)}`.execute(db.lists)
  return rows.flatMap(callDifferences)
}

function callDifferences(call: CallRow): Difference[] {
  const account = `call:${call.call_id}`
  const isOpen = call.held !== null
  const owed = call.held ?? call.charge
  const check = isOpen ? 'held' : 'charge'
  const tokenTaken = call.has_token === 1 ? call.token_taken : call.taken
  return [
    ...differ({ account, check: 'reserve', expected: 1, actual: Math.min(1, call.reserves) }),
    ...differ({ account, check: 'settlement', expected: isOpen ? 0 : 1, actual: call.finals }),
    ...differ({ account, check, expected: owed, actual: call.taken }),
    ...differ({ account, check, expected: call.taken, actual: tokenTaken }),
  ]
}

function differ(difference: Difference): Difference[] {
  return difference.expected === difference.actual ? [] : [difference]
}
