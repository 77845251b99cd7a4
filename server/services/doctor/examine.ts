/** Everything `gw doctor` asks, most basic first: what fails early explains what fails late. */
import { existsSync } from 'node:fs'
import { clickhouse } from '../../../db/clickhouse/log-store'
import { allOptions } from '../../../db/tables/options'
import { valkeyFailure } from '../../../db/valkey/failure'
import { clickhouseAddress, databaseFile } from '../../configuration'
import { valkeyAddress } from '../../configuration-values'
import { type Language, translate } from '../../domain/i18n/translate'
import { parseOptions } from '../../domain/options'
import { sealerOf, withDatabase } from '../database-place'
import { type CheckRow, type FindingStatus, runChecks, told } from './check'
import { callable } from './checks/callable'
import { channels } from './checks/channels'
import { clock } from './checks/clock'
import { configuration } from './checks/configuration'
import { files } from './checks/files'
import { holds } from './checks/holds'
import { ledger } from './checks/ledger'
import { logMonthFiles } from './checks/log-months'
import { logStoreAnswers } from './checks/log-store'
import { disk, timeZone } from './checks/machine'
import { migrations } from './checks/migrations'
import { oldSecrets } from './checks/old-secrets'
import { address, mail, options } from './checks/options'
import { prices } from './checks/prices'
import { rehearsals } from './checks/rehearsals'
import { rootPassword } from './checks/root-password'
import { sealed } from './checks/sealed'
import { server } from './checks/server'
import { settlements } from './checks/settlements'
import { unpricedUsage } from './checks/unpriced-usage'
import { valkey } from './checks/valkey'
import { writable } from './checks/writable'
import type { Examined, Reach } from './examined'
import type { Surroundings } from './surroundings'

const SURROUNDING_CHECKS = [
  configuration,
  timeZone,
  disk,
  writable,
  files,
  rehearsals,
  settlements,
  server,
]
const PATIENT_CHECKS = [
  clock,
  sealed,
  oldSecrets,
  ledger,
  logMonthFiles,
  logStoreAnswers,
  valkey,
  holds,
  options,
  mail,
  address,
  rootPassword,
  prices,
  unpricedUsage,
  callable,
  channels,
]

/** Changes nothing. Without `reach` no channel is asked. */
export async function examine(
  surroundings: Surroundings,
  reach: Reach | undefined,
): Promise<CheckRow[]> {
  const { place } = surroundings
  const rows = await runChecks(SURROUNDING_CHECKS, surroundings, place.language)
  return [...rows, ...(await examineStored(surroundings, reach))]
}

async function examineStored(
  { place, env }: Surroundings,
  reach: Reach | undefined,
): Promise<CheckRow[]> {
  const { databaseUrl, language, clock } = place
  const path = databaseFile(databaseUrl)
  if (path !== '' && !existsSync(path)) {
    return [
      databaseRow('warn', { message: translate(language, 'doctor.database.absent'), language }),
    ]
  }
  try {
    const address = clickhouseAddress(env)
    const logStore = address && clickhouse(address.reveal())
    const counting = valkeyAddress(env)
    return await withDatabase([databaseUrl, { readonly: true, logStore }], async (db) => {
      const schema = await runChecks([migrations], { db }, language)
      if (schema.some(({ status }) => status !== 'ok')) return schema
      const { values, problems } = parseOptions(await allOptions(db.reader))
      const patient: Examined = {
        db,
        clock,
        language,
        reach,
        sealer: () => sealerOf(place),
        options: values,
        optionProblems: problems,
        valkey: counting && (async () => await valkeyFailure(counting.reveal())),
      }
      return [...schema, ...(await runChecks(PATIENT_CHECKS, patient, language))]
    })
  } catch (error) {
    return [databaseRow('fail', { message: told(error, language), language })]
  }
}

function databaseRow(
  status: FindingStatus,
  { message, language }: { readonly message: string; readonly language: Language },
): CheckRow {
  const hint = status === 'fail' ? translate(language, 'doctor.database.hint') : ''
  return { id: 'database', area: 'database', status, message, hint }
}
