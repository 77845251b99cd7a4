import { findOption, removeOption } from '../../../db/tables/options'
import { optionRow } from '../../domain/options'
import { recordAudit } from '../audit/record'
import { getOption } from '../options/get'
import { checkNeeds, requireRoot } from '../options/guards'
import { forgetLostGroups } from '../options/lost-groups'
import type { OptionView } from '../options/view'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import { tryOption } from './trials'

/** Back to the built-in default; the one way to clear a secret. */
export async function resetOption(
  deps: ServiceDeps,
  actor: Actor,
  given: string,
): Promise<OptionView> {
  requireRoot(actor)
  const key = given.trim()
  const row = optionRow(key)
  await tryOption(deps, actor, { key, value: row.format(row.default) })
  await transact(deps, actor, async (work) => {
    const { trx } = work
    const before = await findOption(trx, key)
    if (before === undefined) {
      return
    }
    await checkNeeds(trx, key, row.format(row.default))
    await removeOption(trx, key)
    await forgetLostGroups(work, key)
    await recordAudit(work, {
      action: 'option.reset',
      target: `option:${key}`,
      before: { value: row.secret ? '***' : before.value },
    })
  })
  return await getOption(deps, key)
}
