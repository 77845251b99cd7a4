/** Plans that a payment service charges for, and the accounts of users there. */
import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { Lists } from '../lists'
import type { Schema } from '../schema'
import type { RecurringPaymentsTable } from '../schema/recurring-payments'

export type RecurringRow = Selectable<RecurringPaymentsTable>

export async function insertRecurring(
  trx: Kysely<Schema>,
  row: Omit<Insertable<RecurringPaymentsTable>, 'id'>,
): Promise<RecurringRow> {
  return await trx
    .insertInto('recurring_payments')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findRecurring(
  reader: Kysely<Schema>,
  id: number,
): Promise<RecurringRow | undefined> {
  return await reader
    .selectFrom('recurring_payments')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
}

/** By the service's own number. */
export async function findRecurringNamed(
  reader: Kysely<Schema>,
  { service, reference }: { readonly service: string; readonly reference: string },
): Promise<RecurringRow | undefined> {
  return await reader
    .selectFrom('recurring_payments')
    .selectAll()
    .where('service', '=', service)
    .where('reference', '=', reference)
    .where('reference', '<>', '')
    .executeTakeFirst()
}

export async function recurringOf(
  reader: Kysely<Schema>,
  subscriptionId: number,
): Promise<RecurringRow | undefined> {
  return await reader
    .selectFrom('recurring_payments')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirst()
}

/**
 * Takes one for what is applied to it until the transaction ends. `undefined` when there is none,
 * or when something was applied since `revision`.
 */
export async function takeRecurring(
  trx: Kysely<Schema>,
  { id, revision }: { readonly id: number; readonly revision?: number },
): Promise<RecurringRow | undefined> {
  return await trx
    .updateTable('recurring_payments')
    .set((e) => ({ revision: e('revision', '+', 1) }))
    .where('id', '=', id)
    .$if(revision !== undefined, (q) => q.where('revision', '=', revision ?? 0))
    .returningAll()
    .executeTakeFirst()
}

export async function updateRecurring(
  trx: Kysely<Schema>,
  id: number,
  change: Omit<Updateable<RecurringPaymentsTable>, 'id' | 'revision'>,
): Promise<void> {
  await trx.updateTable('recurring_payments').set(change).where('id', '=', id).execute()
}

/**
 * Whose service is to be asked by now, or does not do yet what its holder or the operator wants:
 * the longest overdue first.
 */
export async function recurringDue(
  lists: Lists,
  { nowMs, limit }: { readonly nowMs: number; readonly limit: number },
): Promise<readonly Pick<RecurringRow, 'id' | 'service'>[]> {
  return await lists
    .selectFrom('recurring_payments as r')
    .leftJoin('subscriptions as s', 's.id', 'r.subscription_id')
    .leftJoin('users as u', 'u.id', 'r.user_id')
    .leftJoin('plans as p', 'p.id', 's.plan_id')
    .select(['r.id', 'r.service'])
    .where('r.state', '<>', 'ended')
    .where('r.reference', '<>', '')
    .where(({ and, or, eb }) => {
      const isOver = or([
        eb('u.id', 'is', null),
        eb('u.deleted_at', 'is not', null),
        and([
          eb('r.state', '=', 'running'),
          or([eb('s.id', 'is', null), eb('s.state', '=', 'ended')]),
        ]),
      ])
      const isWanted = and([eb('s.renews', '=', 1), eb('p.enabled', '=', 1)])
      const isUnwanted = or([
        eb('s.renews', '=', 0),
        and([eb('s.id', 'is not', null), or([eb('p.id', 'is', null), eb('p.enabled', '=', 0)])]),
      ])
      const isOutOfStep = or([
        eb('r.is_sending', '=', 1),
        isOver,
        and([eb('r.service_renews', '=', 1), isUnwanted]),
        and([eb('r.service_renews', '=', 0), isWanted]),
      ])
      // One that does not answer waits for its time.
      return or([eb('r.ask_at', '<=', nowMs), and([eb('r.ask_problem', '=', ''), isOutOfStep])])
    })
    .orderBy('r.ask_at')
    .orderBy('r.id')
    .limit(limit)
    .execute()
}

interface CustomerName {
  readonly service: string
  readonly userId: number
}

/** The number of a user's account at a service. */
export async function findCustomer(
  reader: Kysely<Schema>,
  { service, userId }: CustomerName,
): Promise<string | undefined> {
  const row = await reader
    .selectFrom('payment_customers')
    .select('reference')
    .where('user_id', '=', userId)
    .where('service', '=', service)
    .executeTakeFirst()
  return row?.reference
}

/** Services where a user has an account. */
export async function servicesOfCustomer(
  reader: Kysely<Schema>,
  userId: number,
): Promise<ReadonlySet<string>> {
  const rows = await reader
    .selectFrom('payment_customers')
    .select('service')
    .where('user_id', '=', userId)
    .execute()
  return new Set(rows.map(({ service }) => service))
}

/** Keeps the first of two that are made at once; resolves with the one that is kept. */
export async function keepCustomer(
  trx: Kysely<Schema>,
  name: CustomerName,
  { reference, nowMs }: { readonly reference: string; readonly nowMs: number },
): Promise<string> {
  const { service, userId: user_id } = name
  await trx
    .insertInto('payment_customers')
    .values({ service, user_id, reference, created_at: nowMs })
    .onConflict((c) => c.columns(['user_id', 'service']).doNothing())
    .execute()
  return (await findCustomer(trx, name)) ?? reference
}

/** One that the service does not know any more. */
export async function forgetCustomer(
  trx: Kysely<Schema>,
  { service, userId }: CustomerName,
  reference: string,
): Promise<void> {
  await trx
    .deleteFrom('payment_customers')
    .where('user_id', '=', userId)
    .where('service', '=', service)
    .where('reference', '=', reference)
    .execute()
}
