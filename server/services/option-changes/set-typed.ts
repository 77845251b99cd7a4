import { GatewayError } from '../../domain/errors/gateway-error'
import { optionRow, typedText } from '../../domain/options'
import type { OptionView } from '../options/view'
import type { Actor, ServiceDeps } from '../service-deps'
import { setOption } from './set'

export interface SetTypedOptionInput {
  readonly key: string
  /** Text, or the number, switch or JSON that the text would say. */
  readonly value?: unknown
  readonly expected?: unknown
  readonly trial?: string | undefined
}

/**
 * As `setOption`. Forms that leave a secret alone send no value at all, which must not wipe it;
 * no other setting can be saved without a value.
 */
export async function setTypedOption(
  deps: ServiceDeps,
  actor: Actor,
  { key, value, expected, trial }: SetTypedOptionInput,
): Promise<OptionView> {
  const text = typedText(value)
  if (text === undefined && !optionRow(key.trim()).secret) {
    throw new GatewayError('value.invalid', { field: 'value', reason: 'reason.missing' })
  }
  const change = { key, value: text ?? '', expected: typedText(expected), trial }
  return await setOption(deps, actor, change)
}
