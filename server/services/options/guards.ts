import { findOption } from '../../../db/tables/options'
import { isRoot } from '../../domain/accounts/roles'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { ReasonKey } from '../../domain/i18n/zh/reasons'
import { isLoopback } from '../../domain/network/loopback'
import { refusedOnSave } from '../../domain/option-on-save'
import { OPTION_KEYS, optionRow } from '../../domain/options'
import type { Actor, Queries } from '../service-deps'
import { type KeyKind, rsaKey } from './rsa-key'

export function requireRoot(actor: Actor): void {
  if (!isRoot(actor.role)) {
    throw new GatewayError('permission.root_needed')
  }
}

async function isFilledIn(trx: Queries, key: string): Promise<boolean> {
  const row = optionRow(key)
  const stored = await findOption(trx, key)
  return (stored?.value ?? row.format(row.default)) !== ''
}

/**
 * A switch is refused while what it needs is empty, and what a switch needs cannot be emptied
 * while it is on. `text` is the value about to be stored.
 */
export async function checkNeeds(trx: Queries, key: string, text: string): Promise<void> {
  const { needs = [] } = optionRow(key)
  for (const need of text === 'true' ? needs : []) {
    if (!(await isFilledIn(trx, need))) throw new GatewayError('option.needs', { key, needs: need })
  }
  await checkDiffers(trx, key, text)
  if (text !== '') {
    return
  }
  for (const dependent of OPTION_KEYS.filter(
    (other) => optionRow(other).needs?.includes(key) === true,
  )) {
    if ((await findOption(trx, dependent))?.value === 'true') {
      throw new GatewayError('option.needs', { key: dependent, needs: key })
    }
  }
}

/** Neither of two options may be given the value of the other. */
async function checkDiffers(trx: Queries, key: string, text: string): Promise<void> {
  const others = OPTION_KEYS.filter((other) => optionRow(other).differsFrom === key)
  for (const other of [optionRow(key).differsFrom ?? [], others].flat()) {
    const row = optionRow(other)
    const stored = await findOption(trx, other)
    if ((stored?.value ?? row.format(row.default)) === text) {
      throw new GatewayError('option.invalid', { key, reason: 'reason.same_as', other })
    }
  }
}

const VALUE_CHECKS: Readonly<Partial<Record<string, (text: string) => ReasonKey | undefined>>> = {
  // New users and unassigned tokens fall back to the group "default", so it has to stay.
  GroupRatio: (text) =>
    Object.hasOwn(JSON.parse(text), 'default') ? undefined : 'reason.default_group',
  // Without TLS the worker's key and the addresses it fetches could be read on the network.
  WorkerUrl: (text) => {
    const url = URL.parse(text)
    const isOpen = url?.protocol === 'http:' && !isLoopback(url.hostname)
    return isOpen ? 'reason.https_or_loopback' : undefined
  },
  AlipayPrivateKey: (text) => keyProblem(text, 'private'),
  AlipayPublicKey: (text) => keyProblem(text, 'public'),
  WechatPayPrivateKey: (text) => keyProblem(text, 'private'),
  WechatPayPublicKey: (text) => keyProblem(text, 'public'),
}

function keyProblem(text: string, kind: KeyKind): ReasonKey | undefined {
  const isKey = text === '' || rsaKey(text, kind) !== undefined
  return isKey ? undefined : `reason.not_a_${kind}_key`
}

/** Stricter than what is read. `text` is the value about to be stored. */
export function checkValue(key: string, text: string): void {
  const row = optionRow(key)
  const refusal = refusedOnSave(row, row.parse(text))
  if (refusal !== undefined) {
    throw new GatewayError('option.invalid', { key, reason: refusal.reason, ...refusal.params })
  }
  const reason = VALUE_CHECKS[key]?.(text)
  if (reason !== undefined) throw new GatewayError('option.invalid', { key, reason })
}
