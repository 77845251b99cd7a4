/** Whether there is a newer release: checked when somebody presses, never by itself. */
import { nowSeconds } from '../../clock'
import { GatewayError } from '../../domain/errors/gateway-error'
import { messageOf } from '../../domain/errors/message'
import { unreachableReason } from '../../domain/errors/unreachable-reason'
import { type Language, translate } from '../../domain/i18n/translate'
import { isNewer, releaseIn } from '../../domain/releases'
import { optionValues } from '../options/current'
import type { ServiceDeps } from '../service-deps'

export interface UpdateState {
  /** `unset`: no address to ask; `unasked`: nobody has asked since this process began. */
  readonly state: 'unset' | 'unasked' | 'current' | 'newer' | 'failed'
  readonly current: string
  /** What the address reported last; "" for nothing. */
  readonly latest: string
  /** Where the latest is described; "" for nowhere. */
  readonly page: string
  /** Epoch seconds; 0 for never. */
  readonly checked_at: number
  /** Why it could not be read. */
  readonly problem: string
}

type CheckOutcome = Pick<UpdateState, 'latest' | 'page' | 'checked_at'> & {
  readonly failure?: unknown
}

/** What the process has learnt last; a restart forgets it. */
export interface UpdateMemory {
  address: string
  checked: CheckOutcome | undefined
}

/** Nothing outside is contacted. */
export async function updateState(
  { db, version = '' }: ServiceDeps,
  memory: UpdateMemory,
  language: Language,
): Promise<UpdateState> {
  const { ReleaseAddress: address } = await optionValues(db.reader)
  const nothing = { current: version, latest: '', page: '', checked_at: 0, problem: '' }
  if (address === '') return { ...nothing, state: 'unset' }
  const checked = memory.address === address ? memory.checked : undefined
  if (checked === undefined) return { ...nothing, state: 'unasked' }
  const { failure, ...outcome } = checked
  if (failure !== undefined) {
    return { ...nothing, ...outcome, state: 'failed', problem: problemOf(failure, language) }
  }
  return { ...nothing, ...outcome, state: isNewer(outcome.latest, version) ? 'newer' : 'current' }
}

/** Throws `update.no_address`; an address that does not answer well is an answer. */
export async function checkUpdate(
  deps: ServiceDeps,
  memory: UpdateMemory,
  language: Language,
): Promise<UpdateState> {
  const { ReleaseAddress: address } = await optionValues(deps.db.reader)
  if (address === '' || deps.readReleases === undefined) throw new GatewayError('update.no_address')
  const checked_at = nowSeconds(deps.clock)
  try {
    const { status, text } = await deps.readReleases(address)
    if (status !== 200) throw new GatewayError('update.bad_status', { status })
    const release = releaseIn(text)
    if (release === undefined) throw new GatewayError('update.unreadable')
    const { version: latest, page } = release
    Object.assign(memory, { address, checked: { latest, page, checked_at } })
  } catch (failure) {
    Object.assign(memory, { address, checked: { latest: '', page: '', checked_at, failure } })
  }
  return await updateState(deps, memory, language)
}

function problemOf(failure: unknown, language: Language): string {
  if (failure instanceof GatewayError) return messageOf(failure, language)
  return translate(language, unreachableReason(failure))
}
