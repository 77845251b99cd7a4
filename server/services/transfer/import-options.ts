import { findOption, writeOption } from '../../../db/tables/options'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { ExportedOption } from '../../domain/export-document'
import { isOptionKey, optionRow, storedForm } from '../../domain/options'
import { recordAudit } from '../audit/record'
import { optionValues } from '../options/current'
import { checkNeeds, checkValue } from '../options/guards'
import { forgetLostGroups } from '../options/lost-groups'
import { OPTION_PURPOSE } from '../options/purpose'
import { openSecret } from '../options/secret'
import { type ImportNote, type ImportRun, located } from './import-run'

type Outcome = 'create' | 'update' | ImportNote

/** Switches come last, because they are refused before what they need is filled in. */
export async function importOptions(
  run: ImportRun,
  options: readonly ExportedOption[],
): Promise<void> {
  const known = options.filter(({ key }) => isOptionKey(key))
  const sorted = [...known.filter(isFree), ...known.filter((option) => !isFree(option))]
  const keys = new Set(known.map(({ key }) => key))
  for (const { key } of options.filter((option) => !isOptionKey(option.key))) {
    run.report({ noun: 'option', name: key, note: 'option_unknown' })
  }
  for (const option of sorted) {
    const name = option.key
    const outcome = await located(`option ${name}`, () => importOption(run, option, keys))
    const wasWritten = outcome === 'create' || outcome === 'update'
    run.report({ noun: 'option', name, ...(wasWritten ? { action: outcome } : { note: outcome }) })
  }
}

function isFree({ key }: ExportedOption): boolean {
  return optionRow(key).needs === undefined
}

async function importOption(
  { work, update }: ImportRun,
  option: ExportedOption,
  keys: ReadonlySet<string>,
): Promise<Outcome> {
  const { trx, sealer } = work
  const { key, value } = storedForm(option.key, option.value, await optionValues(trx))
  const { secret } = optionRow(key)
  if (key !== option.key && keys.has(key)) return 'older_name'
  if (secret && value === '') return 'blank'
  const before = await findOption(trx, key)
  const current = before !== undefined && secret ? openSecret(sealer, before.value) : before?.value
  if (current === value) return 'same'
  if (before !== undefined && !update) return 'exists'
  checkValue(key, value)
  if (!(await hasItsNeeds(work, key, value))) return 'option_needs'
  await writeOption(trx, { key, value: secret ? sealer.seal(value, OPTION_PURPOSE) : value })
  await forgetLostGroups(work, key)
  await recordAudit(work, {
    action: 'option.import',
    target: `option:${key}`,
    before: before === undefined || secret ? undefined : { value: before.value },
    after: { value: secret ? '***' : value },
  })
  return before === undefined ? 'create' : 'update'
}

async function hasItsNeeds(
  { trx }: ImportRun['work'],
  key: string,
  value: string,
): Promise<boolean> {
  try {
    await checkNeeds(trx, key, value)
    return true
  } catch (error) {
    if (error instanceof GatewayError && error.id === 'option.needs') return false
    throw error
  }
}
