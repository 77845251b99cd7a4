import { deleteLimit, limitsOf, putLimit } from '../../../db/tables/limits'
import type { Limit, LimitSetter } from '../../domain/limits/limit'
import { type CheckedLimit, checkedLimit, type LimitInput } from '../../domain/limits/limit-input'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import { requireSubject, type SubjectName } from './subjects'

export interface SetLimitsInput extends SubjectName {
  /** Those that are left out stay as they are; an amount of `null` takes a limit away. */
  readonly limits: readonly LimitInput[]
  readonly setBy: LimitSetter
}

/**
 * Any number of limits of one subject, all or none of them. What is used counts on when a limit
 * changes, and begins at nothing for a new one. What an admin sets and what the owner sets stand
 * beside each other, and both hold.
 */
export async function setLimits(
  deps: ServiceDeps,
  actor: Actor,
  { limits, setBy, ...named }: SetLimitsInput,
): Promise<void> {
  const wanted = limits.map(checkedLimit)
  await transact(deps, actor, async (work) => {
    const { trx, clock } = work
    await requireSubject(work, setBy, named)
    const { subject, key } = named
    const before = (await limitsOf(trx, { subject, keys: [key] })).filter(
      (limit) => limit.setBy === setBy,
    )
    for (const { amount, ...limit } of wanted) {
      if (amount === null) {
        const known = before.find((each) => isSame(each, limit))
        if (known !== undefined) await deleteLimit(trx, known.id)
      } else await putLimit(trx, { ...named, ...limit, amount, setBy }, clock.nowMs())
    }
    await recordAudit(work, {
      action: 'limit.set',
      target: `${subject}:${key}`,
      before: factsOf(before.filter((each) => wanted.some((limit) => isSame(each, limit)))),
      after: factsOf(wanted),
    })
  })
}

type Named = Pick<CheckedLimit, 'kind' | 'window'>

function isSame(limit: Named, other: Named): boolean {
  return limit.kind === other.kind && limit.window === other.window
}

function factsOf(limits: readonly (CheckedLimit | Limit)[]) {
  return Object.fromEntries(
    limits.map(({ kind, window, amount, zone, startHour }) => [
      `${kind}_${window}`,
      amount === null ? null : `${amount} ${zone} ${startHour}:00`,
    ]),
  )
}
