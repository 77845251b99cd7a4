import { findOption, writeOption } from '../../../db/tables/options'
import { refuseConflict } from '../../domain/nouns/noun-stored'
import { type OptionValues, optionRow, storedForm } from '../../domain/options'
import { recordAudit } from '../audit/record'
import { optionValues } from '../options/current'
import { checkNeeds, checkValue, requireRoot } from '../options/guards'
import { listOptions } from '../options/list'
import { forgetLostGroups } from '../options/lost-groups'
import { OPTION_PURPOSE } from '../options/purpose'
import { type OptionView, toOptionView } from '../options/view'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import { tryOption } from './trials'

export interface SetOptionInput {
  readonly key: string
  /** Text as it is typed into a form; a blank secret means unchanged. */
  readonly value: string
  /** What the caller saw in its place; absent for whoever does not care. */
  readonly expected?: string | undefined
  /** What the page of the bot check was given, when that is switched on. */
  readonly trial?: string | undefined
}

/**
 * Throws `option.unknown`, `option.invalid`, `option.needs`, `value.invalid` for a value that is
 * no longer the expected one, and what `tryOption` throws, before anything is stored.
 */
export async function setOption(
  deps: ServiceDeps,
  actor: Actor,
  input: SetOptionInput,
): Promise<OptionView> {
  requireRoot(actor)
  const givenKey = input.key.trim()
  const row = optionRow(givenKey)
  if (!row.secret || input.value.trim() !== '') {
    await tried(deps, actor, input)
    await transact(deps, actor, async (work) => {
      const { trx } = work
      // An alias is stored under the option it stands for.
      const current = await optionValues(trx)
      const { key, value } = storedForm(givenKey, input.value, current)
      const before = await findOption(trx, key)
      // Forms send back what they were given, which may be older than today's rules.
      if (before?.value !== value) {
        refuseConflict(givenKey, input.expected, shownText(givenKey, current))
        checkValue(key, value)
      }
      await checkNeeds(trx, key, value)
      const stored = row.secret ? deps.sealer.seal(value, OPTION_PURPOSE) : value
      await writeOption(trx, { key, value: stored })
      await forgetLostGroups(work, key)
      await recordAudit(work, {
        action: 'option.set',
        target: `option:${key}`,
        before: row.secret ? undefined : { value: before?.value ?? row.format(row.default) },
        after: { value: row.secret ? '***' : value },
      })
    })
  }
  return await shown(deps, givenKey)
}

/** As lists show it; nobody has read a secret, and nothing else is expected there. */
function shownText(key: string, current: OptionValues): string {
  return toOptionView(key as keyof OptionValues, current, undefined).value
}

/** Outside of any transaction, because a trial may ask elsewhere. */
async function tried(deps: ServiceDeps, actor: Actor, input: SetOptionInput): Promise<void> {
  const { reader } = deps.db
  const { key, value } = storedForm(input.key.trim(), input.value, await optionValues(reader))
  if ((await findOption(reader, key))?.value === value) return
  await checkNeeds(reader, key, value)
  await tryOption(deps, actor, { key, value, token: input.trial })
}

async function shown(deps: ServiceDeps, key: string): Promise<OptionView> {
  const view = (await listOptions(deps)).find((option) => option.key === key)
  if (view === undefined) {
    throw new Error(`option ${key} was stored but is not listed`)
  }
  return view
}
