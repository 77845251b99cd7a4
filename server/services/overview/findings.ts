/** What `gw doctor` asks, as far as a running server answers it cheaply. */
import { allOptions } from '../../../db/tables/options'
import type { Language } from '../../domain/i18n/translate'
import { parseOptions } from '../../domain/options'
import { type CheckRow, runChecks } from '../doctor/check'
import { callable } from '../doctor/checks/callable'
import { clock } from '../doctor/checks/clock'
import { address, mail, options } from '../doctor/checks/options'
import { unpricedUsage } from '../doctor/checks/unpriced-usage'
import { valkey } from '../doctor/checks/valkey'
import type { Examined } from '../doctor/examined'
import type { ServiceDeps } from '../service-deps'

/** Books and files take longer, passwords are slow on purpose, and prices have an item. */
const CHECKS = [clock, options, mail, address, callable, unpricedUsage, valkey]

/** Those that found something. Nothing outside is asked. */
export async function findings(
  deps: ServiceDeps,
  language: Language,
): Promise<readonly CheckRow[]> {
  const { db, sealer, valkeyProblem } = deps
  const { values, problems } = parseOptions(await allOptions(db.reader))
  const patient: Examined = {
    db,
    clock: deps.clock,
    language,
    reach: undefined,
    sealer: () => sealer,
    options: values,
    optionProblems: problems,
    valkey: valkeyProblem && (async () => valkeyProblem()),
  }
  const rows = await runChecks(CHECKS, patient, language)
  return rows.filter(({ status }) => status !== 'ok')
}
