import { GatewayError } from '../../domain/errors/gateway-error'
import type { ServiceDeps } from '../service-deps'
import { listOptions } from './list'
import type { OptionView } from './view'

/** Throws `option.unknown`, and `option.secret_hidden` for a secret that is set. */
export async function getOption(deps: ServiceDeps, given: string): Promise<OptionView> {
  const key = given.trim()
  const option = (await listOptions(deps)).find((candidate) => candidate.key === key)
  if (option === undefined) {
    throw new GatewayError('option.unknown', { key })
  }
  if (option.secret && option.is_set) {
    throw new GatewayError('option.secret_hidden', { key })
  }
  return option
}
